// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of every format: known ones of three sizes, random trees written in each format, and corrupted ones.

mod damage;
mod fabric;
mod limits;
mod random;
mod slurm_files;

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
    Format::of(text).read(text, &nothing_else).unwrap_or_else(|errors| panic!("{}", in_a_line(&errors)))
}

fn errors(text: &str) -> Vec<String> {
    let found = Format::of(text).read(text, &nothing_else).expect_err("a text with an error");
    found.iter().map(ToString::to_string).collect()
}

/// The errors of a text that is used without the wrong lines.
fn left_out(text: &str) -> Vec<String> {
    read(text).left_out.iter().map(ToString::to_string).collect()
}

/// A host's path: level, names and number of each step, then the node's number and its additional names.
fn path(tree: &SwitchTree, host: &str) -> String {
    let network = tree.find(host).unwrap().unwrap_or_else(|| panic!("no {host}"));
    let names = |level: &Level| level.names().iter().map(|name| name.as_str()).collect::<Vec<_>>().join("=");
    let mut words: Vec<String> =
        network.steps.iter().map(|step| format!("{}#{}", names(&step.level), step.instance)).collect();
    let alone = network.alone.map_or_else(String::new, |level| format!("{}=", names(&level)));
    words.push(format!("{alone}Machine#{}", network.node.unwrap()));
    words.join(" ")
}

/// The hosts that are together, level by level, independent of the names and numbers of switches.
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
    assert_eq!(
        ["", "include x: n1", "torus t1", "torus 1: n1", "torus 1 2", "Chassis c1: n1"].map(Format::of),
        [File; 6]
    );
}

#[test]
fn depths_differ_and_single_nodes_merge() {
    let tree = read(concat!(
        "island north: fat1\n    leaf a: n1,n2\n    leaf b: n3\nisland south: n4, n5\n",
        "rack east\n    leaf only: n6,n7\n",
    ));
    assert_eq!(path(&tree, "n2"), "island=north=Net_level0#0 leaf=a=Net_level1#0 Machine#1");
    // The leaf with one node is merged with that node; next to it, the fat node has a number of its own.
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
fn own_errors() {
    assert_eq!(
        errors("island a\n        leaf b: n1\n    leaf c: n2\n"),
        ["line 3: stands under none of the lines above it"]
    );
    assert_eq!(
        errors("island a\n\tleaf b: n1\n    leaf c: n2\n        leaf d: n3\n"),
        ["line 3: tabs and blanks are mixed in the margin"]
    );
    assert_eq!(
        errors("leaf a b: n1\nle=af c: n2\nleaf d:\nleaf a: n[1\n"),
        [
            "line 1: 'leaf a b: n1' is not KIND NAME, or KIND NAME: HOSTS",
            "line 2: 'le=af': a name has letters, digits and - _ . /",
            "line 3: '': a name is missing",
            "line 4: 'n[1': '[' without ']'"
        ]
    );
    assert_eq!(
        errors("leaf a: n1\nleaf a: n2\nleaf b: n1\n"),
        ["line 2: there is a 'a' already, at line 1", "line 3: host 'n1' has a parent already, at line 1"]
    );
    assert_eq!(errors("# nothing\n"), [NO_HOST]);
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
fn coordinates_errors() {
    assert_eq!(
        errors(concat!(
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
    // Without its header a text has one error, whatever follows.
    let head = |text: &str| errors(&format!("{text}\nn1 0 0\nn1 x\n"))[..].join("; ");
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
    assert_eq!(["nlevels 2\n", "torus 1\ndims 4\n"].map(errors), [[NO_HOST], [NO_HOST]]);
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
    // There are no levels, and each host is a node of its own.
    assert_eq!(
        ["n1", "n2", "n3", "n4"].map(|host| path(&tree, host)),
        ["Machine#0", "Machine#1", "Machine#2", "Machine#3"]
    );
    assert_eq!(
        errors("torus 2\ndims 4 4\nn1 0 0\nn1 0 1\nn2 0 4\nn[3-4 0 0\nn5 0\ntorus 2\nn[6-7] 0 0\nn7 0 0\n"),
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

/// 8 pods of 16 leaves of 32 hosts, in each format.
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
    // The kind of blocks is not a name that two of them have in common.
    let block = network("BlockName=b1 Nodes=n[1-2]\nBlockName=b2 Nodes=n[3-4]\n");
    assert!(!block.contradicts(&told("B1.n1", "block.node")) && block.contradicts(&told("b2.n1", "block.node")));
    let unnamed = network("nlevels 3\ndims 1 2 9\nn1 0 0 0\nn2 0 0 1\nn3 0 1 0\n");
    assert!(!own.contradicts(&unnamed));
    assert_eq!((own.to_string(), unnamed.to_string()), ("s0 > s4".to_owned(), "Net_level0 > Net_level1".to_owned()));
}
