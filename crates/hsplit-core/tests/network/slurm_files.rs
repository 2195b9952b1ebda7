// SPDX-License-Identifier: MIT OR Apache-2.0
//! Slurm's files, and the output of `scontrol show topology`.

use hsplit_core::network::{Format, in_a_line};

use super::{NO_HOST, errors, left_out, nothing_else, path, read};

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
    // In a file, a switch may have both nodes and switches.
    let twice = left_out("SwitchName=core Nodes=n[0-3] Switches=s0\nSwitchName=s0 Nodes=n0,n1\n");
    assert_eq!(twice.len(), 2, "{twice:?}");
    let blocks = read(concat!(
        "BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2\nBlockName=b2 BlockIndex=1 Nodes=n[3-4] BlockSize=2\n",
        "BlockName=b3 BlockIndex=2 Nodes=n[5-6] BlockSize=2\nBlockName=b4 BlockIndex=3 Nodes= BlockSize=2\n",
        "BlockName=b5 BlockIndex=4 Nodes=n[9-10] BlockSize=2\n",
        "AggregatedBlock=b[1-4] BlockIndex=7 Nodes=n[1-6] BlockSize=8\n",
        "AggregatedBlock=b[1-2] BlockIndex=5 Nodes=n[1-4] BlockSize=4\n",
        "AggregatedBlock=b[3-4] BlockIndex=6 Nodes=n[5-6] BlockSize=4\n",
    ));
    assert!(blocks.left_out.is_empty(), "{:?}", blocks.left_out);
    assert_eq!(path(&blocks, "n3"), "Net_level0#1 Net_level1#0 nvlink=b2=Net_level2#1 Machine#0");
    assert_eq!(path(&blocks, "n6"), "Net_level0#1 Net_level1=nvlink=b3=Net_level2#1 Machine#1");
    assert_eq!(path(&blocks, "n9"), "nvlink=b5=Net_level0#0 Machine#0");
}

#[test]
fn slurm_with_blanks_around_signs_and_quotes() {
    let tree = read(concat!(
        "SwitchName = core  Switches= s0,s1\r\nSwitchName =s0 Nodes =\t\"n[0-1], n4\" LinkSpeed = 1\r\n",
        "SwitchName=s1 \\\r\n  Nodes=\\\r\n n[2-3]",
    ));
    assert_eq!(path(&tree, "n4"), "core=Net_level0#0 s0=Net_level1#0 Machine#2");
    assert_eq!(path(&tree, "n3"), "core=Net_level0#0 s1=Net_level1#1 Machine#1");
    let errors = |text| Format::Slurm.read(text, &|_| Err(String::new())).unwrap_err();
    let errors = |text| errors(text).last().map(ToString::to_string).unwrap_or_default();
    assert_eq!(errors("SwitchName= Nodes=n1\n"), "line 1: 'switchname=' is not KEY=VALUE");
    assert_eq!(errors("SwitchName=a Nodes=\"n1\n"), "line 1: 'Nodes=' is not KEY=VALUE");
    assert_eq!(errors("SwitchName=a = n1\n"), "line 1: '=' is not KEY=VALUE");
    assert_eq!(errors("SwitchName=a Nodes n1\n"), "line 1: 'Nodes' is not KEY=VALUE");
}

/// Future nodes: an empty switch is still a switch.
#[test]
fn slurm_switches_without_nodes() {
    for nodes in ["", " Nodes=", " Nodes=\"\"", " Nodes= Switches="] {
        let leaf = format!("SwitchName=c{nodes}");
        let text =
            format!("SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[3-4]\n{leaf}\nSwitchName=top Switches=a,b,c");
        let tree = read(&text);
        assert!(tree.left_out.is_empty(), "{:?}", tree.left_out);
        assert_eq!((tree.hosts(), tree.switches()), (4, 3), "{nodes}");
        assert_eq!(path(&tree, "n4"), "top=Net_level0#0 b=Net_level1#1 Machine#1");
    }
    // scontrol's level, with an empty list of switches.
    let leaf = |name: char, nodes| format!("SwitchName={name} Level=0 LinkSpeed=1 Nodes={nodes} Switches=\n");
    let top = "SwitchName=top Level=1 LinkSpeed=1 Nodes=n[1-4] Switches=a,b\n";
    let tree = read(&(leaf('a', "n[1-2]") + &leaf('b', "n[3-4]") + top));
    assert_eq!((tree.hosts(), path(&tree, "n4").as_str()), (4, "top=Net_level0#0 b=Net_level1#1 Machine#1"));
    // A switch whose siblings are all empty is merged with the switch above.
    let tree = read("SwitchName=a Nodes=n[1-2]\nSwitchName=c\nSwitchName=top Switches=a,c\n");
    assert_eq!(path(&tree, "n2"), "top=Net_level0=a=Net_level1#0 Machine#1");
    for nothing in ["\"\"", "~", "", "[]", "['']"] {
        let tree = read(&format!(
            concat!(
                "- topology: nv\n  block:\n    block_sizes: [2, 4]\n    blocks:\n",
                "      - block: a1\n        nodes: n[1-2]\n      - block: a2\n        nodes: {}\n",
                "      - block: b1\n        nodes: n[3-4]\n      - block: b2\n        nodes: n[5-6]\n",
            ),
            nothing
        ));
        assert!(tree.left_out.is_empty(), "{nothing}: {:?}", tree.left_out);
        assert_eq!(path(&tree, "n1"), "Net_level0=nvlink=a1=Net_level1#0 Machine#0");
        assert_eq!(path(&tree, "n6"), "Net_level0#1 nvlink=b2=Net_level1#1 Machine#1");
    }
}

#[test]
fn slurm_all_nodes() {
    let tree = read("SwitchName=a Nodes=n[1-2]\nSwitchName=top Switches=a Nodes=ALL\n");
    assert!(!tree.is_flat() && tree.left_out.is_empty());
    assert_eq!(path(&tree, "n2"), "top=Net_level0#0 a=Net_level1#0 Machine#1");
    let other = tree.find("whoever.site.fr").unwrap().unwrap();
    assert_eq!((other.to_string().as_str(), other.node, other.steps[0].instance), ("top", None, 0));
    let yaml = read("- topology: t\n  tree:\n    switches:\n    - switch: s\n      nodes: all\n");
    assert_eq!((yaml.hosts(), yaml.switches()), (0, 1));
    assert_eq!(yaml.find("n7").unwrap().unwrap().to_string(), "s");
    assert_eq!(
        left_out("SwitchName=a Nodes=ALL\nSwitchName=b Nodes=all\n"),
        ["line 2: another switch has all hosts already"]
    );
}

/// Spines of a fat tree: spines above the same switches are one group.
#[test]
fn slurm_several_parents() {
    let leaves = "SwitchName=l1 Nodes=n[1-2]\nSwitchName=l2 Nodes=n[3-4]\nSwitchName=l3 Nodes=n[5-6]\n\
                  SwitchName=l4 Nodes=n[7-8]\n";
    let spines = "SwitchName=s1 Switches=l[1-2]\nSwitchName=s2 Switches=l[1-2]\nSwitchName=s3 Switches=l[3-4]\n\
                  SwitchName=s4 Switches=l[3-4]\n";
    let tree = read(&format!("{leaves}{spines}SwitchName=c1 Switches=s1,s3\nSwitchName=c2 Switches=s2,s4\n"));
    assert!(tree.left_out.is_empty(), "{:?}", tree.left_out);
    assert_eq!(tree.switches(), 7);
    assert_eq!(path(&tree, "n4"), "c1=c2=Net_level0#0 s1=s2=Net_level1#0 l2=Net_level2#1 Machine#1");
    assert_eq!(path(&tree, "n5"), "c1=c2=Net_level0#0 s3=s4=Net_level1#1 l3=Net_level2#0 Machine#0");
    // The same in any order of the lines; a link that skips a level has no effect.
    let text = format!("SwitchName=c1 Switches=s[1-4],l1\n{spines}{leaves}");
    assert_eq!(path(&read(&text), "n1"), "c1=Net_level0#0 s1=s2=Net_level1#0 l1=Net_level2#0 Machine#0");
    // A group of many spines has no name.
    let many = format!("{leaves}{}", (0..9).map(|s| format!("SwitchName=s{s} Switches=l[1-4]\n")).collect::<String>());
    assert_eq!(path(&read(&many), "n8"), "Net_level0#0 l4=Net_level1#3 Machine#1");
    // A host on a spine belongs to the group.
    let host = read(&format!("{leaves}SwitchName=s1 Switches=l[1-4]\nSwitchName=s2 Switches=l[1-4] Nodes=m\n"));
    assert_eq!(path(&host, "m"), "s1=s2=Net_level0#0 Machine#4");
}

#[test]
fn slurm_blocks() {
    let tree = read(concat!(
        "BlockName=b1 Nodes=n[1-32]\nBlockName=b2 Nodes=n[33-64]\n",
        "BlockName=b3 Nodes=n[65-96]\nBlockName=b4 \\\n  Nodes=n[97-128]\nBlockSizes=30,120\n",
    ));
    assert_eq!(path(&tree, "n128"), "Net_level0#0 nvlink=b4=Net_level1#3 Machine#31");
    let tree =
        read("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\nBlockName=b3 Nodes=n[5-6]\nBlockSizes=2,4\n");
    assert_eq!(path(&tree, "n4"), "Net_level0#0 nvlink=b2=Net_level1#1 Machine#1");
    // The third block is the only one in the second bigger block: they are merged.
    assert_eq!(path(&tree, "n5"), "Net_level0=nvlink=b3=Net_level1#1 Machine#0");
}

#[test]
fn slurm_yaml_tree() {
    // The cluster's default topology is used, at any position.
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
    // Without a default, the first topology is used.
    let tree = read("- topology: a\n  tree: {switches: [{switch: x, nodes: 'n[1-2]'}]}\n- topology: b\n  flat: yes\n");
    assert_eq!(path(&tree, "n2"), "x=Net_level0#0 Machine#1");
    // A flat topology is no error: it has no switches.
    for flat in ["true", "{alpha_step_rank: true}"] {
        let tree = read(&format!("- topology: a\n  cluster_default: true\n  flat: {flat}\n"));
        assert!(tree.is_flat() && tree.switches() == 0 && tree.networks().is_empty());
        let tree = read(&format!(
            "- topology: a\n  tree: {{switches: [{{switch: x, nodes: n1}}]}}\n- topology: b\n  flat: {flat}\n"
        ));
        assert!(tree.left_out.is_empty(), "{:?}", tree.left_out);
    }
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
    // Without slurm.conf, and with one that includes itself.
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
fn slurm_yaml_errors() {
    let errors = |text: &str| errors(text).join("; ");
    let one = |body: &str| errors(&format!("- topology: a\n{body}"));
    let ring = "line 2: 'ring' is none of topology, cluster_default, tree, block, flat";
    assert_eq!(one("  ring: x\n"), ring);
    // A topology of an unknown kind does not affect the others, nor does the text after it.
    let known = "- topology: b\n  cluster_default: true\n  tree: {switches: [{switch: x, nodes: 'n[1-2]'}]}\n";
    assert_eq!(path(&read(&format!("- topology: a\n  ring: x\n{known}")), "n2"), "x=Net_level0#0 Machine#1");
    assert_eq!(path(&read(&format!("{known}  colour: red\n")), "n2"), "x=Net_level0#0 Machine#1");
    assert_eq!(left_out(&format!("{known}- flat: true\n")), ["line 4: a topology without its name ('topology:')"]);
    assert_eq!(one(""), "line 1: the topology 'a' is none of tree, block and flat");
    assert_eq!(
        left_out(&known.replace("true", "maybe")),
        ["line 2: cluster_default: 'maybe' is neither true nor false"]
    );
    assert_eq!(one("  flat: true\n  tree: {switches: []}\n"), "line 3: a topology is one of tree, block and flat");
    assert_eq!(
        one("  tree:\n    nodes: x\n"),
        "line 2: a tree without 'switches'; line 3: tree: 'nodes' is none of switches"
    );
    assert_eq!(one("  tree:\n    switches: x\n"), "line 3: switches: not a list");
    let switches = |text: &str| one(&format!("  tree:\n    switches:\n{text}"));
    assert_eq!(switches("    - nodes: n1\n"), "line 4: a switch without its name ('switch:')");
    assert_eq!(switches("    - switch: s\n    - switch: t\n      children: u\n"), "line 6: there is no switch 'u'");
    assert_eq!(switches("    - switch: s\n      nodes: n[\n"), "line 5: 'n[': '[' without ']'");
    assert_eq!(switches("    - switch: s\n      switch: t\n"), "line 5: a second 'switch'");
    assert_eq!(
        left_out("- topology: a\n  block: {block_sizes: [2, 3], blocks: [{block: b, nodes: n1}]}\n"),
        ["line 2: '2,3': each size has to be a power of two times the one before"]
    );
    assert_eq!(left_out(&format!("{known}{known}")), ["line 4: a second topology 'b'"]);
    assert_eq!(errors("- topology: &x a\n  flat: *x\n"), "line 2: aliases are not read");
    assert_eq!(errors("---\ntree: x\n"), "line 2: the file: not a list");
    let deep = format!("- topology: {}\n", "[".repeat(40));
    assert_eq!(errors(&deep), "line 1: lists and mappings are nested too deeply");
    assert!(errors("- topology: a\n  flat: [true\n").contains("no YAML"));
    assert!(errors("- topology: a\n  tree:\n\tswitches: []\n").contains("no YAML"));
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
fn slurm_errors() {
    assert_eq!(
        left_out("SwitchName=a Nodes=n1\nSwitchName=b Nodes=n2,N1\n"),
        ["line 2: host 'N1' has a parent already, at line 1"]
    );
    assert_eq!(left_out("SwitchName=a Nodes=n1,n1\n"), ["line 1: host 'n1' stands twice below its switch, at line 1"]);
    let again = "SwitchName=a Nodes=n[1-2]\nSwitchName=A Nodes=n3\nSwitchName=b Nodes=n4\n";
    assert_eq!(left_out(again), ["line 2: there is a 'A' already, at line 1"]);
    assert!(read(again).find("n3").unwrap().is_none() && path(&read(again), "n2") == "a=Net_level0#0 Machine#1");
    let circle = "SwitchName=a Switches=b\nSwitchName=b Switches=a Nodes=n[1-2]\n";
    assert_eq!(left_out(circle), ["line 2: switch 'a' is below itself"]);
    assert_eq!(path(&read(circle), "n2"), "a=Net_level0=b=Net_level1#0 Machine#1");
    assert_eq!(left_out("SwitchName=a Switches=a Nodes=n1\n"), ["line 1: switch 'a' is below itself"]);
    // Cycles that only second parents close.
    assert_eq!(
        left_out(
            "SwitchName=a Switches=b Nodes=n0\nSwitchName=b Switches=c Nodes=n1\nSwitchName=c Switches=b Nodes=n2\n"
        ),
        ["line 3: switch 'b' is in a circle, or above one"]
    );
    assert_eq!(left_out("SwitchName=a Nodes=n1\nSwitchName=b Switches=a,d\n"), ["line 2: there is no switch 'd'"]);
    assert_eq!(
        left_out(concat!(
            "SwitchName=a Nodes=n[1-2] Colour=red\nSwitchName\nRingName=r Nodes=x\n",
            "SwitchName=c Nodes=n[2-1]\nBlockName=b Nodes=n4\n",
        )),
        [
            "line 1: unknown key 'colour'",
            "line 2: 'SwitchName' is not KEY=VALUE",
            "line 3: rings are no hierarchy",
            "line 4: 'n[2-1]': '2-1' runs backwards",
            "line 5: switches and blocks in one file, which begins at line 1",
        ]
    );
    assert_eq!(
        left_out("BlockName=b Nodes=n1\nBlockSizes=2,5\n"),
        ["line 2: '2,5': each size has to be a power of two times the one before"]
    );
    // No usable line is left.
    assert_eq!(errors("BlockSizes=4\n"), [NO_HOST]);
    assert_eq!(errors("SwitchName=a Nodes=n[\n"), ["line 1: 'n[': '[' without ']'"]);
}
