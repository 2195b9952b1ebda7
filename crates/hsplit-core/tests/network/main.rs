// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of every form: known ones at three sizes, random trees written in each form, and damaged ones.

mod damage;
mod fabric;
mod limits;
mod random;

use std::collections::BTreeMap;
use std::fmt::Write;

use fabric::fat_tree;
use hsplit_core::level::Level;
use hsplit_core::network::*;

const NO_HOST: &str = "no line of it names a host (hsplit-topology(5) has the forms)";

fn nothing_else(name: &str) -> Result<String, String> {
    Err(format!("{name} is no file"))
}

fn read(text: &str) -> SwitchTree {
    Format::of(text).read(text, &nothing_else).unwrap_or_else(|mistakes| panic!("{}", in_a_line(&mistakes)))
}

fn mistakes(text: &str) -> Vec<String> {
    let found = Format::of(text).read(text, &nothing_else).expect_err("a text with a mistake");
    found.iter().map(ToString::to_string).collect()
}

/// A host's path: level, names and number of each step, then the node's number and the names that it gets.
fn path(tree: &SwitchTree, host: &str) -> String {
    let network = tree.find(host).unwrap().unwrap_or_else(|| panic!("no {host}"));
    let names = |level: &Level| level.names().iter().map(|name| name.as_str()).collect::<Vec<_>>().join("=");
    let mut words: Vec<String> =
        network.steps.iter().map(|step| format!("{}#{}", names(&step.level), step.instance)).collect();
    let alone = network.alone.map_or_else(String::new, |level| format!("{}=", names(&level)));
    words.push(format!("{alone}Machine#{}", network.node.unwrap()));
    words.join(" ")
}

/// Which hosts are together, level by level, whatever the switches are called and numbered.
fn groups(tree: &SwitchTree, hosts: &[String]) -> Vec<Vec<Vec<usize>>> {
    let mut levels: Vec<BTreeMap<Vec<u64>, Vec<usize>>> = vec![];
    for (index, host) in hosts.iter().enumerate() {
        let network = tree.find(host).unwrap().unwrap();
        let numbers: Vec<u64> = network.steps.iter().map(|step| step.instance).chain(network.node).collect();
        for depth in 0..numbers.len() {
            if levels.len() == depth {
                levels.push(BTreeMap::new());
            }
            levels[depth].entry(numbers[..=depth].to_vec()).or_default().push(index);
        }
    }
    let sorted = |level: BTreeMap<_, Vec<usize>>| {
        let mut groups: Vec<Vec<usize>> = level.into_values().collect();
        groups.sort();
        groups
    };
    levels.into_iter().map(sorted).collect()
}

#[test]
fn forms_are_told_by_their_text() {
    let forms = [
        "# c\n\n leaf a: x",
        "# c\nswitchname=a Nodes=x",
        "BlockSizes=4",
        "Include other.conf",
        "# c\n---\n- topology: a\n",
        "- topology: a\n  flat: true\n",
        "nlevels 2",
        "torus 3 # t",
        "vendid=0x2c9",
        "Switch\t36 \"S-1\" # \"a\"",
    ];
    use Format::{Coordinates, Fabric, File, Slurm};
    assert_eq!(
        forms.map(Format::of),
        [File, Slurm, Slurm, Slurm, Slurm, Slurm, Coordinates, Coordinates, Fabric, Fabric]
    );
    assert_eq!(["", "include x: n1", "torus t1", "torus 1: n1", "torus 1 2"].map(Format::of), [File; 5]);
}

#[test]
fn slurm_a_handful() {
    let tree = read(concat!(
        "# the tree of its manual\nSwitchName=s0 Nodes=dev[0-5]\n",
        "SwitchName=s1 Nodes=dev[6-11] LinkSpeed=100\nswitchname=s2 NODES=dev[12-17]\n",
        "SwitchName=s3 Switches=s[0-2]\n",
    ));
    assert_eq!((tree.hosts(), tree.switches()), (18, 4));
    assert_eq!(path(&tree, "dev0"), "s3=Net_level0#0 s0=Net_level1#0 Machine#0");
    assert_eq!(path(&tree, "dev11"), "s3=Net_level0#0 s1=Net_level1#1 Machine#5");
    assert_eq!(path(&tree, "dev17"), "s3=Net_level0#0 s2=Net_level1#2 Machine#5");
}

#[test]
fn slurm_as_scontrol_shows_it() {
    let shown = read(concat!(
        "SwitchName=core Level=1 LinkSpeed=1 Nodes=n[0-3] Switches=s0,s1 \n",
        "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n0,n1 \nSwitchName=s1 Level=0 LinkSpeed=1 Nodes=n2,n3 \n",
    ));
    let written = read("SwitchName=core Switches=s0,s1\nSwitchName=s0 Nodes=n0,n1\nSwitchName=s1 Nodes=n2,n3\n");
    for host in ["n0", "n1", "n2", "n3"] {
        assert_eq!(path(&shown, host), path(&written, host));
    }
    // In a file, a switch may have nodes beside switches.
    let mistakes = mistakes("SwitchName=core Nodes=n[0-3] Switches=s0\nSwitchName=s0 Nodes=n0,n1\n");
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
}

#[test]
fn slurm_with_blanks_around_signs_and_quotes() {
    let tree = read(concat!(
        "SwitchName = core  Switches= s0,s1\r\nSwitchName =s0 Nodes =\t\"n[0-1], n4\" LinkSpeed = 1\r\n",
        "SwitchName=s1 \\\r\n  Nodes=\\\r\n n[2-3]",
    ));
    assert_eq!(path(&tree, "n4"), "core=Net_level0#0 s0=Net_level1#0 Machine#2");
    assert_eq!(path(&tree, "n3"), "core=Net_level0#0 s1=Net_level1#1 Machine#1");
    let mistakes = |text| Format::Slurm.read(text, &|_| Err(String::new())).unwrap_err()[0].to_string();
    assert_eq!(mistakes("SwitchName=a Nodes= Switches=b\n"), "line 1: 'Nodes=' is not KEY=VALUE");
    assert_eq!(mistakes("SwitchName=a Nodes=\"n1\n"), "line 1: 'Nodes=' is not KEY=VALUE");
    assert_eq!(mistakes("SwitchName=a Nodes=\"\"\n"), "line 1: 'Nodes=' is not KEY=VALUE");
    assert_eq!(mistakes("SwitchName=a = n1\n"), "line 1: '=' is not KEY=VALUE");
    assert_eq!(mistakes("SwitchName=a Nodes n1\n"), "line 1: 'Nodes' is not KEY=VALUE");
}

#[test]
fn slurm_blocks() {
    let tree = read(concat!(
        "BlockName=b1 Nodes=n[1-32]\nBlockName=b2 Nodes=n[33-64]\n",
        "BlockName=b3 Nodes=n[65-96]\nBlockName=b4 \\\n  Nodes=n[97-128]\nBlockSizes=30,120\n",
    ));
    assert_eq!(path(&tree, "n128"), "Net_level0#0 b4=Net_level1#3 Machine#31");
    let tree =
        read("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockName=b3 Nodes=n[5-6]\nBlockSizes=2,4\n");
    assert_eq!(path(&tree, "n4"), "Net_level0#0 b2=Net_level1#1 Machine#1");
    // The third block is alone in the second bigger one: they are one.
    assert_eq!(path(&tree, "n5"), "Net_level0=b3=Net_level1#1 Machine#0");
}

#[test]
fn slurm_yaml_tree() {
    // The cluster's default topology counts, wherever it stands.
    let tree = read(concat!(
        "---\n- topology: flat-one\n  cluster_default: false\n  flat: true\n",
        "- topology: \"fat tree\"\n  cluster_default: true\n  tree:\n    switches:\n",
        "      - switch: top\n        children: s[1-2]\n",
        "      - switch: s1 # a comment\n        nodes: n[0-3]\n",
        "      - {switch: s2, nodes: [\"n[4-5]\", n6]}\n",
        "- topology: other\n  cluster_default: true\n  tree: nonsense that is not looked at\n",
    ));
    assert_eq!((tree.hosts(), tree.switches()), (7, 3));
    assert_eq!(path(&tree, "n3"), "top=Net_level0#0 s1=Net_level1#0 Machine#3");
    assert_eq!(path(&tree, "n6"), "top=Net_level0#0 s2=Net_level1#1 Machine#2");
    // Without a default, the first one.
    let tree = read("- topology: a\n  tree: {switches: [{switch: x, nodes: 'n[1-2]'}]}\n- topology: b\n  flat: yes\n");
    assert_eq!(path(&tree, "n2"), "x=Net_level0#0 Machine#1");
    // A flat one is no mistake: it has no switches.
    let tree = read("- topology: a\n  cluster_default: true\n  flat: true\n");
    assert!(tree.is_flat() && tree.switches() == 0 && tree.networks().is_empty());
}

#[test]
fn slurm_yaml_of_a_partition() {
    let yaml = concat!(
        "- topology: wide\n  cluster_default: true\n  tree: {switches: [{switch: w, nodes: 'n[1-2]'}]}\n",
        "- topology: racks\n  block: {blocks: [{block: r, nodes: 'n[1-2]'}]}\n- topology: none\n  flat: true\n",
    );
    let conf = concat!(
        "# Topology=none\nClusterName=c\nPartitionName=first Nodes=ALL\nINCLUDE parts.conf\n",
        "PartitionName=Default Topology = none\npartitionname =last Nodes=ALL \\\n  State=UP\n",
        "PartitionName=own TRESBillingWeights=CPU=1.0,Mem=0.25G Topology=\"wide\"\n",
        "PartitionName=lost topology=nowhere\n",
    );
    let include = |name: &str| match name {
        "slurm.conf" => Ok(conf.to_owned()),
        "parts.conf" => Ok("PartitionName=batch Nodes=n[1-2] Topology=racks Default=YES\n".to_owned()),
        _ => Err("no such file".to_owned()),
    };
    let of = |partition| Format::Slurm.read_for(yaml, partition, &include).unwrap();
    let above = |partition| of(partition).find("n1").unwrap().map(|network| network.to_string());
    for (partition, expected) in [
        (None, Some("w")),
        (Some("first"), Some("w")),
        (Some("unknown"), Some("w")),
        (Some("batch"), Some("r")),
        (Some("last"), None),
        (Some("own"), Some("w")),
        (Some("lost"), Some("w")),
    ] {
        assert_eq!(above(partition).as_deref(), expected, "{partition:?}");
        let is_lost = partition == Some("lost");
        assert_eq!(of(partition).notes.is_empty(), !is_lost, "{partition:?}");
    }
    assert!(of(Some("last")).is_flat());
    assert_eq!(of(Some("lost")).notes, ["there is no topology 'nowhere', which slurm.conf names for partition 'lost'"]);
    // Without slurm.conf, and where it includes itself.
    let missing = |_: &str| Err("no such file".to_owned());
    let tree = Format::Slurm.read_for(yaml, Some("batch"), &missing).unwrap();
    assert!(tree.notes.is_empty() && tree.find("n1").unwrap().unwrap().to_string() == "w");
    let round = |_: &str| Ok("Include slurm.conf\nInclude slurm.conf\n".to_owned());
    assert_eq!(Format::Slurm.read_for(yaml, Some("batch"), &round).unwrap().hosts(), 2);
}

#[test]
fn slurm_yaml_blocks() {
    let tree = read(concat!(
        "- topology: b\n  block:\n    block_sizes:\n      - 2\n      - 4\n    blocks:\n",
        "      - block: b1\n        nodes: n[1-2]\n      - block: b2\n        nodes: n[3-4]\n",
        "      - block: b3\n        nodes: n[5-6]\n",
    ));
    let conf =
        read("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockName=b3 Nodes=n[5-6]\nBlockSizes=2,4\n");
    for host in ["n1", "n4", "n5"] {
        assert_eq!(path(&tree, host), path(&conf, host));
    }
}

#[test]
fn slurm_yaml_mistakes() {
    let mistakes = |text: &str| mistakes(text).join("; ");
    let one = |body: &str| mistakes(&format!("- topology: a\n{body}"));
    assert_eq!(one("  ring: x\n"), "line 2: 'ring' is none of topology, cluster_default, tree, block, flat");
    assert_eq!(one(""), "line 1: the topology 'a' is none of tree, block and flat");
    assert_eq!(one("  cluster_default: maybe\n"), "line 2: cluster_default: 'maybe' is neither true nor false");
    assert_eq!(one("  flat: true\n  tree: {switches: []}\n"), "line 3: a topology is one of tree, block and flat");
    assert_eq!(one("  tree:\n    nodes: x\n"), "line 3: tree: 'nodes' is none of switches");
    assert_eq!(one("  tree:\n    switches: x\n"), "line 3: switches: not a list");
    let switches = |text: &str| one(&format!("  tree:\n    switches:\n{text}"));
    assert_eq!(switches("    - nodes: n1\n"), "line 4: a switch without its name ('switch:')");
    assert_eq!(
        switches("    - switch: s\n    - switch: t\n      children: u\n"),
        "line 4: nothing is below 's'; line 6: there is no switch 'u'"
    );
    assert_eq!(switches("    - switch: s\n      nodes: n[\n"), "line 5: 'n[': '[' without ']'");
    assert_eq!(switches("    - switch: s\n      switch: t\n"), "line 5: a second 'switch'");
    assert_eq!(
        one("  block: {block_sizes: [2, 3], blocks: [{block: b, nodes: n1}]}\n"),
        "line 2: '2,3': each size has to be a power of two times the one before"
    );
    assert_eq!(mistakes("- topology: a\n  flat: true\n- topology: a\n  flat: true\n"), "line 3: a second topology 'a'");
    assert_eq!(mistakes("- topology: &x a\n  flat: *x\n"), "line 2: aliases are not read");
    assert_eq!(mistakes("---\ntree: x\n"), "line 2: the file: not a list");
    let deep = format!("- topology: {}\n", "[".repeat(40));
    assert_eq!(mistakes(&deep), "line 1: lists and mappings are nested too deeply");
    assert!(mistakes("- topology: a\n  flat: [true\n").contains("no YAML"));
    assert!(mistakes("- topology: a\n  tree:\n\tswitches: []\n").contains("no YAML"));
}

#[test]
fn slurm_includes() {
    let include = |name: &str| match name {
        "leaves.conf" => Ok("SwitchName=a Nodes=n1,n2\nSwitchName=b Nodes=n3,n4\n".to_owned()),
        "round.conf" => Ok("Include round.conf\n".to_owned()),
        "wrong.conf" => Ok("\nSwitchName=a Nodes=n[\n".to_owned()),
        other => nothing_else(other),
    };
    let tree = Format::Slurm.read("Include leaves.conf\nSwitchName=top Switches=a,b\n", &include).unwrap();
    assert_eq!(path(&tree, "n3"), "top=Net_level0#0 b=Net_level1#1 Machine#0");
    let why = |text: &str| in_a_line(&Format::Slurm.read(text, &include).unwrap_err());
    assert_eq!(why("Include wrong.conf\n"), "wrong.conf, line 2: 'n[': '[' without ']'");
    assert_eq!(why("Include nowhere\n"), "line 1: nowhere: nowhere is no file");
    assert_eq!(why("Include round.conf\n"), "round.conf, line 1: files include each other too deeply");
}

#[test]
fn slurm_mistakes() {
    let tree = |lines: &str| mistakes(lines);
    assert_eq!(
        tree("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2,N1\n"),
        ["line 2: host 'N1' has a parent already, at line 1"]
    );
    assert_eq!(tree("SwitchName=a Nodes=n1,n1\n"), ["line 1: host 'n1' stands twice below its switch, at line 1"]);
    assert_eq!(tree("SwitchName=a Nodes=n1\nSwitchName=A Nodes=n2\n"), ["line 2: there is a 'A' already, at line 1"]);
    assert_eq!(
        tree("SwitchName=a Switches=b\nSwitchName=b Switches=a Nodes=n1\n"),
        ["line 2: switch 'a' is below itself"]
    );
    assert_eq!(tree("SwitchName=a Switches=a Nodes=n1\n"), ["line 1: switch 'a' is below itself"]);
    assert_eq!(
        tree("SwitchName=a Nodes=n1\nSwitchName=b Switches=a\nSwitchName=c Switches=a,d\n"),
        ["line 3: switch 'a' has a parent already, at line 2", "line 3: there is no switch 'd'"]
    );
    assert_eq!(
        tree(
            "SwitchName=a Nodes=n[2-1] Colour=red\nSwitchName\nSwitchName=b\nRingName=r Nodes=x\nSwitchName=c Nodes=\n"
        ),
        [
            "line 1: unknown key 'colour'",
            "line 2: 'SwitchName' is not KEY=VALUE",
            "line 3: nothing is below 'b'",
            "line 4: rings are no hierarchy",
            "line 5: 'Nodes=' is not KEY=VALUE"
        ]
    );
    assert_eq!(
        tree("BlockName=b Nodes=n1\nSwitchName=a Nodes=n2\nBlockSizes=2,5\n"),
        [
            "line 1: switches and blocks in one file",
            "line 3: '2,5': each size has to be a power of two times the one before"
        ]
    );
    assert_eq!(tree("BlockSizes=4\n"), [NO_HOST]);
}

#[test]
fn depths_differ_and_single_nodes_merge() {
    let tree = read(concat!(
        "island north: fat1\n    leaf a: n1,n2\n    leaf b: n3\nisland south: n4, n5\n",
        "rack east\n    leaf only: n6,n7\n",
    ));
    assert_eq!(path(&tree, "n2"), "island=north=Net_level0#0 leaf=a=Net_level1#0 Machine#1");
    // The leaf that holds one node is that node; beside it, the fat node has a number of its own.
    assert_eq!(path(&tree, "n3"), "island=north=Net_level0#0 leaf=b=Net_level1=Machine#1");
    assert_eq!(path(&tree, "fat1"), "island=north=Net_level0#0 Machine#2");
    assert_eq!(path(&tree, "n5"), "island=south=Net_level0#1 Machine#1");
    assert_eq!(path(&tree, "n6"), "rack=east=Net_level0=leaf=only=Net_level1#2 Machine#0");
    let one = read("rack a\n  leaf b: n1\n  leaf c: n2\nrack d\n  leaf e: n3\n");
    assert_eq!(path(&one, "n3"), "rack=d=Net_level0=leaf=e=Net_level1=Machine#1");
}

#[test]
fn hosts_have_short_and_full_names() {
    let of_short = read("leaf a: n1,n2\nleaf b: n3\n");
    assert_eq!(path(&of_short, "N1.site.fr"), path(&of_short, "n1"));
    assert!(of_short.find("n4").unwrap().is_none());
    let of_full = read("leaf a: n1.Site.fr,n2.site.fr,n2.other.fr\nleaf b: n3.site.fr\n");
    assert_eq!(path(&of_full, "n1"), path(&of_full, "n1.site.FR"));
    assert_eq!(of_full.find("n2").unwrap_err(), "'n2' may be 'n2.other.fr' or 'n2.site.fr'");
    assert!(of_full.find("n3.other.fr").unwrap().is_none());
}

#[test]
fn names_that_cannot_be_a_levels_are_none() {
    let long = "x".repeat(40);
    let tree = read(&format!("net_level7 {long}: n1,n2\n"));
    assert_eq!(path(&tree, "n1"), "Net_level0#0 Machine#0");
}

#[test]
fn own_mistakes() {
    assert_eq!(
        mistakes("island a\n        leaf b: n1\n    leaf c: n2\n"),
        ["line 3: stands under none of the lines above it"]
    );
    assert_eq!(
        mistakes("island a\n\tleaf b: n1\n    leaf c: n2\n        leaf d: n3\n"),
        ["line 3: tabs and blanks are mixed in the margin"]
    );
    assert_eq!(
        mistakes("leaf a b: n1\nle=af c: n2\nleaf d:\nleaf a: n[1\n"),
        [
            "line 1: 'leaf a b: n1' is not KIND NAME, or KIND NAME: HOSTS",
            "line 2: 'le=af': a name has letters, digits and - _ . /",
            "line 3: '': a name is missing",
            "line 4: 'n[1': '[' without ']'"
        ]
    );
    assert_eq!(
        mistakes("leaf a: n1\nleaf a: n2\nleaf b: n1\n"),
        ["line 2: there is a 'a' already, at line 1", "line 3: host 'n1' has a parent already, at line 1"]
    );
    assert_eq!(mistakes("# nothing\n"), [NO_HOST]);
}

#[test]
fn coordinates_a_handful() {
    let tree = read(concat!(
        "# three levels, the last is the port\nnlevels 3\ndims 2 4 24\nn1 0 0 3\nn2 0 0 4\n",
        "n3 0 3 3\nn4 0 3 4\nn5 1 0 3\nn6 1 0 23\n",
    ));
    assert_eq!(path(&tree, "n2"), "Net_level0#0 Net_level1#0 Machine#1");
    assert_eq!(path(&tree, "n4"), "Net_level0#0 Net_level1#1 Machine#1");
    assert_eq!(path(&tree, "n6"), "Net_level0=Net_level1#1 Machine#1");
}

#[test]
fn coordinates_mistakes() {
    assert_eq!(
        mistakes(concat!(
            "nlevels 3\ndims 2 4 24\nn1 0 0 3\nn2 0 0 3\nn3 2 0 0\nn4 0 x 1\nn5 0 1\n",
            "nlevels 3\nn1 1 1 1\nn[6-7] 1 1 2\n",
        )),
        [
            "line 4: another host has these coordinates, at line 3",
            "line 5: coordinate 2 where there are 2, counted from 0",
            "line 6: 'x' is no number",
            "line 7: 2 numbers instead of 3",
            "line 8: 'nlevels' is out of its place: nlevels, dims, then a line for each host",
            "line 9: host 'n1' has a parent already, at line 3",
            "line 10: 'n[6-7]': several hosts at one port"
        ]
    );
    // Without its head a text has one mistake, whatever stands below.
    let head = |text: &str| mistakes(&format!("{text}\nn1 0 0\nn1 x\n"))[..].join("; ");
    assert_eq!(head("nlevels 1\ndims 4"), "line 1: with one level, which is the port, there is no switch");
    assert_eq!(head("nlevels x"), "line 1: 'x' is no number of levels");
    assert_eq!(head("nlevels 65"), "line 1: '65' is no number of levels");
    assert_eq!(head("nlevels"), "line 1: nlevels takes one number");
    assert_eq!(head("dims 2 2"), "line 1: neither 'nlevels' nor 'torus'");
    assert_eq!(head("nlevels 2"), "line 2: no 'dims' after 'nlevels'");
    assert_eq!(head("nlevels 2\ndims 4"), "line 2: 1 numbers instead of 2");
    assert_eq!(head("nlevels 2\ndims 0 4"), "line 2: a level without switches");
    assert_eq!(head("nlevels 2\ndims 4294967296 4294967296"), "line 2: more of them than can be counted");
    assert_eq!(head("torus 0"), "line 1: '0' is no number of dimensions");
    assert_eq!(head("torus 2\n\ndims 4 0"), "line 3: a dimension of length 0");
    assert_eq!(head("torus 2\ndims 4 -1"), "line 2: '-1' is no number");
    assert_eq!(["nlevels 2\n", "torus 1\ndims 4\n"].map(mistakes), [[NO_HOST], [NO_HOST]]);
}

#[test]
fn tori() {
    let tree =
        read("torus 3 # of the kind that has two nodes at a router\ndims 4 4 8\nn[1-2] 0 0 3\nn3 3 3 7\nN4 0 0 3\n");
    assert_eq!((tree.hosts(), tree.switches()), (4, 0));
    let words = |host: &str| tree.find(host).unwrap().unwrap().to_string();
    assert_eq!(
        ["n1", "n2.site.fr", "N3", "n4"].map(words),
        ["torus 4x4x8, at 0,0,3", "torus 4x4x8, at 0,0,3", "torus 4x4x8, at 3,3,7", "torus 4x4x8, at 0,0,3"]
    );
    // No level; and each host is a node of its own.
    assert_eq!(
        ["n1", "n2", "n3", "n4"].map(|host| path(&tree, host)),
        ["Machine#0", "Machine#1", "Machine#2", "Machine#3"]
    );
    assert_eq!(
        mistakes("torus 2\ndims 4 4\nn1 0 0\nn1 0 1\nn2 0 4\nn[3-4 0 0\nn5 0\ntorus 2\nn[6-7] 0 0\nn7 0 0\n"),
        [
            "line 4: host 'n1' has coordinates already, at line 3",
            "line 5: coordinate 4 where there are 4, counted from 0",
            "line 6: 'n[3-4': '[' without ']'",
            "line 7: 1 numbers instead of 2",
            "line 8: 'torus' is out of its place: torus, dims, then a line for each host",
            "line 10: host 'n7' has coordinates already, at line 9"
        ]
    );
}

/// 8 pods of 16 leaves of 32 hosts, in each form.
#[test]
fn four_thousand_hosts_in_every_form() {
    let (mut slurm, mut own, mut coordinates) =
        (String::new(), String::new(), String::from("nlevels 4\ndims 1 8 16 32\n"));
    own.push_str("core top\n");
    for pod in 0..8 {
        let _ = writeln!(own, "  pod p{pod}");
        for leaf in 0..16 {
            let first = (pod * 16 + leaf) * 32 + 1;
            let _ = writeln!(slurm, "SwitchName=l{} Nodes=n[{first:04}-{:04}]", pod * 16 + leaf, first + 31);
            let _ = writeln!(own, "    leaf l{}: n[{first:04}-{:04}]", pod * 16 + leaf, first + 31);
            coordinates.extend((0..32).map(|port| format!("n{:04} 0 {pod} {leaf} {port}\n", first + port)));
        }
        let _ = writeln!(slurm, "SwitchName=p{pod} Switches=l[{}-{}]", pod * 16, pod * 16 + 15);
    }
    slurm.push_str("SwitchName=top Switches=p[0-7]\n");
    let hosts: Vec<String> = (1..=4096).map(|number| format!("n{number:04}")).collect();
    let trees = [slurm, own, coordinates, fat_tree(8, 16, 32, 4, 4)].map(|text| read(&text));
    for tree in &trees {
        assert_eq!((tree.hosts(), groups(tree, &hosts) == groups(&trees[0], &hosts)), (4096, true));
    }
    let expected = |sizes: usize| {
        (0..4096 / sizes).map(|group| (group * sizes..(group + 1) * sizes).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    assert_eq!(groups(&trees[0], &hosts), [expected(4096), expected(512), expected(32), expected(1)]);
    assert_eq!(path(&trees[0], "n4096"), "top=Net_level0#0 p7=Net_level1#7 l127=Net_level2#15 Machine#31");
    assert_eq!(path(&trees[1], "n0545"), "core=top=Net_level0#0 pod=p1=Net_level1#1 leaf=l17=Net_level2#1 Machine#0");
    assert_eq!(path(&trees[2], "n4096"), "Net_level0#0 Net_level1#7 Net_level2#15 Machine#31");
}

#[test]
fn sources_that_contradict_each_other() {
    let network = |text: &str| read(text).find("n1").unwrap().unwrap();
    let own = network("core s0\n  leaf s4: n1,n2\n  leaf s5: n3,n4\n");
    let told = |address, pattern| slurm::of_variables(address, pattern).unwrap();
    assert!(!own.contradicts(&told("S0.s4.n1", "switch.switch.node")));
    assert!(own.contradicts(&told("s0.s5.n1", "switch.switch.node")));
    assert!(own.contradicts(&told("s4.n1", "switch.node")));
    let unnamed = network("nlevels 3\ndims 1 2 9\nn1 0 0 0\nn2 0 0 1\nn3 0 1 0\n");
    assert!(!own.contradicts(&unnamed));
    assert_eq!((own.to_string(), unnamed.to_string()), ("s0 > s4".to_owned(), "Net_level0 > Net_level1".to_owned()));
}
