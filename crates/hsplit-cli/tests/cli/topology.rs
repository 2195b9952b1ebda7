// SPDX-License-Identifier: MIT OR Apache-2.0
//! Topology files: by themselves, above an emulated machine, and with errors in them.

use std::path::Path;

use super::{LEGEND, error, file, hsplit, output, tree};

const SITE: &str = "\
# what is inside stands below
site s0
    pod p0: login1
        leaf leaf0: node[0-1]
        leaf leaf1: NODE2, node3
    pod p1
        leaf leaf2: node[4-6]
        leaf leaf3: node7
";
const TORUS: &str = "\
torus 3
dims 2 3 2
node0 0 0 0
node1 0 0 1
node2 0 1 0
NODE3 0 1 1
node[4-5] 1 0 0
node6 1 1 1
node7 1 2 1
";
const EIGHT: &str = "node:8 package:2 core:2 pu:1";

/// Returns the output, with FILE for the path of the file.
fn of_file(arguments: &[&str], path: &Path) -> String {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--topology", path.to_str().unwrap()]).collect();
    output(&arguments).replace(path.to_str().unwrap(), "FILE")
}

#[test]
fn a_picture_of_a_topology_file() {
    let (site, torus) = (file("picture-site.topology", SITE.as_bytes()), file("picture.topology", TORUS.as_bytes()));
    let svg = of_file(&["tree", "--of", "svg"], &site);
    let texts = super::pictures::texts(&svg);
    for text in ["9 hosts", "s0", "p0", "leaf2", "node7", "login1", "Net_level1 = pod", "host"] {
        assert_eq!(texts.iter().filter(|&&one| one == text).count(), 1, "{text}: {texts:?}");
    }
    assert!(svg.contains("node7, Net_level2 = leaf = leaf3"), "{svg}");
    let svg = of_file(&["tree", "--full", "--of", "svg"], &torus);
    assert!(super::pictures::is_well_formed(&svg) && super::pictures::texts(&svg).contains(&"node6 1 1 1"), "{svg}");
    let above = of_file(&["tree", "-i", EIGHT, "--full", "--of", "svg"], &site);
    let texts = super::pictures::texts(&above);
    for text in ["s0", "p1", "leaf0", "node 7", "31"] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
}

#[test]
fn a_topology_file_by_itself() {
    let (site, torus) = (file("site.topology", SITE.as_bytes()), file("torus.topology", TORUS.as_bytes()));
    let expected = "\
# topology: FILE, read by source 'file': 9 hosts, 7 switches
Net_level0 #0 (= site = s0)  9 hosts
  Net_level1 #0 (= pod = p0)  5 hosts
    Net_level2 #0 (= leaf = leaf0)  2 hosts: node[0-1]
    Net_level2 #1 (= leaf = leaf1)  2 hosts: node[2-3]
    1 host: login1
  Net_level1 #1 (= pod = p1)  4 hosts
    Net_level2 #0 (= leaf = leaf2)  3 hosts: node[4-6]
    node7 (= leaf = leaf3 = Net_level2)
";
    assert_eq!(of_file(&["tree"], &site), expected);
    let expected = "\
# topology: FILE, read by source 'file': 9 hosts, 7 switches
# switches: site, s0, p0, p1, leaf0, leaf1, leaf2, leaf3
LEVEL       INSTANCES  UNGUIDED               ALSO WRITTEN
Net_level0          1  Net_level0
pod                 2  Net_level1
Net_level1          2  Net_level1
leaf                4  Net_level2 or Machine
Net_level2          4  Net_level2 or Machine
";
    assert_eq!(of_file(&["levels"], &site), expected);
    let expected = "\
# topology: FILE, read by source 'coordinates': 8 hosts, in a torus
Net_torus0  5 rings of 1 to 3 hosts, the first: node0, node[4-5]
Net_torus1  4 rings of 2 hosts, the first: node0, node2
Net_torus2  5 rings of 1 to 2 hosts, the first: node[0-1]
";
    assert_eq!(of_file(&["tree"], &torus), expected);
    let expected = "\
# topology: FILE, read by source 'coordinates': 8 hosts, in a torus
LEVEL            INSTANCES  UNGUIDED         ALSO WRITTEN
Net_torus_half0          2  Net_torus_half0
Net_torus_half1          4  Net_torus_half1
Net_torus0               5  -                torus_dimension:0
Net_torus1               4  -                torus_dimension:1
Net_torus2               5  -                torus_dimension:2
";
    assert_eq!(of_file(&["levels"], &torus), expected);
}

#[test]
fn the_topology_files_of_the_examples() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let example = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for name in ["site.topology", "torus.topology"] {
        let printed = of_file(&["tree"], &folder.join(name)).replace("FILE", name);
        assert_eq!(printed, example(&format!("{name}.tree")));
    }
    let printed = of_file(&["tree", "-i", EIGHT], &folder.join("emulated.topology"));
    assert_eq!(printed.replace("FILE", "emulated.topology"), example("emulated.topology.tree"));
}

#[test]
fn a_large_topology_file_is_told_by_its_first_switches() {
    let pod = |pod: usize| {
        format!(
            "  pod p{pod}\n{}",
            (0..40)
                .map(|leaf| format!(
                    "    leaf l{0}: n[{1:04}-{2:04}]\n",
                    pod * 40 + leaf,
                    (pod * 40 + leaf) * 32,
                    (pod * 40 + leaf) * 32 + 31
                ))
                .collect::<String>()
        )
    };
    let path = file(
        "large.topology",
        format!("core top\n{}  pod p4: n[5120-5129],x1,x3,a,b,c,d\n", (0..4).map(pod).collect::<String>()).as_bytes(),
    );
    let text = of_file(&["tree"], &path);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..7],
        [
            "# topology: FILE, read by source 'file': 5136 hosts, 166 switches",
            "Net_level0 #0 (= core = top)  5136 hosts",
            "  Net_level1 #0 (= pod = p0)  1280 hosts",
            "    Net_level2 #0 (= leaf = l0)  32 hosts: n[0000-0031]",
            "    Net_level2 #1 (= leaf = l1)  32 hosts: n[0032-0063]",
            "    Net_level2 #2 (= leaf = l2)  32 hosts: n[0064-0095]",
            "    and 37 more with 1184 hosts",
        ]
    );
    assert_eq!((lines.len(), *lines.last().unwrap()), (18, "  and 2 more with 1296 hosts"));
    let levels = of_file(&["levels"], &path);
    assert!(
        levels.contains(
            "# switches: core, top, p0, p1, p2, p3, p4, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, ..., l159\n"
        ),
        "{levels}"
    );
    assert!(
        levels.contains("\npod                 5  Net_level1\n")
            && levels.contains("\nleaf              160  Net_level2\n"),
        "{levels}"
    );
    // Switches do not take over a name of the node's cores.
    let path = file("cores.topology", b"core top\n  leaf a: node[0-1]\n  leaf b: node[2-3]\n");
    let levels = of_file(&["levels", "-i", "node:4 core:2 pu:1"], &path);
    assert!(
        levels.contains("# switches: top, a, b\n") && levels.contains("\nCore                8  Core "),
        "{levels}"
    );
    // A kind in two spellings, and a switch around others of its own kind.
    let path = file("kinds.topology", b"pod top\n  Pod a: n[0-1]\n  pod b: n[2-3]\n");
    let levels = of_file(&["levels"], &path);
    assert!(levels.contains("# switches: top, a, b\n"), "{levels}");
    assert!(
        levels.ends_with(
            "Net_level0          1  Net_level0\nPod                 2  Net_level1\nNet_level1          2  Net_level1\n"
        ),
        "{levels}"
    );
}

#[test]
fn a_described_machine_below_the_switches_of_a_file() {
    let (site, torus) =
        (file("machine-site.topology", SITE.as_bytes()), file("machine-torus.topology", TORUS.as_bytes()));
    let expected = "\
# machine:  node:8 package:2 core:2 pu:1
# hardware: 8 nodes, 32 cores, 32 PUs
# topology: FILE, read by source 'file': 9 hosts, 7 switches
# ranks:    32, placement core,by-node
MPI_COMM_WORLD  32 ranks: 0-31, all in one Net_level0
  Net_level1 #0 (= pod)  16 ranks: 0-15
    2 x Net_level2 #0-1 (= leaf)  8 ranks each: 0-7, 8-15
      2 x Machine #0-1 (4 in all)  4 ranks each: 0-3, 4-7, all in one NUMANode
        2 x Package #0-1 (8 in all)  2 ranks each: 0-1, 2-3
          2 x Core #0-1 (= PU, 16 in all)  1 rank each: 0-1
  Net_level1 #1 (= pod)  16 ranks: 16-31
    Net_level2 #0 (= leaf)  12 ranks: 16-27
      3 x Machine #0-2  4 ranks each: 16-19, 20-23, 24-27, all in one NUMANode
        2 x Package #0-1 (6 in all)  2 ranks each: 16-17, 18-19
          2 x Core #0-1 (= PU, 12 in all)  1 rank each: 16-17
    Machine #1 (= leaf = Net_level2)  4 ranks: 28-31, all in one NUMANode
      2 x Package #0-1  2 ranks each: 28-29, 30-31
        2 x Core #0-1 (= PU, 4 in all)  1 rank each: 28-29
";
    assert_eq!(of_file(&["tree", "-i", EIGHT], &site), expected.to_owned() + LEGEND);
    let levels = of_file(&["levels", "-i", EIGHT], &torus);
    assert!(levels.contains("Net_torus1               4  -                torus_dimension:1\n"), "{levels}");
    let machine = "Machine                  8  Machine          hwloc://Machine, host, node, board\n";
    assert!(levels.contains(machine), "{levels}");
    let halves = tree(&["tree", "-i", EIGHT, "--topology", torus.to_str().unwrap()]);
    let folded = "\
MPI_COMM_WORLD  32 ranks: 0-31
  2 x Net_torus_half0 #0-1  16 ranks each: [0-7,16-23], [8-15,24-31]
    2 x Net_torus_half1 #0-1 (4 in all)  8 ranks each: 0-7, 16-23
      2 x Machine #0-1 (8 in all)  4 ranks each: 0-3, 4-7, all in one NUMANode
";
    assert!(halves.starts_with(folded), "{halves}");
    // The variable applies to an emulated machine, unless that has switches of its own.
    let with_variable = |arguments: &[&str]| {
        let result = hsplit(arguments).env("HSPLIT_TOPOLOGY_FILE", &site).assert().success();
        String::from_utf8(result.get_output().stdout.clone()).unwrap().replace(site.to_str().unwrap(), "FILE")
    };
    assert_eq!(
        with_variable(&["tree", "-i", EIGHT]),
        expected.replace("FILE,", "FILE (HSPLIT_TOPOLOGY_FILE),") + LEGEND
    );
    let own = ["tree", "-i", "leaf:2 node:4 core:2 pu:1"];
    assert_eq!(with_variable(&own), output(&own));
    assert_eq!(with_variable(&["tree"]), output(&["tree"]));
}

#[test]
fn a_flat_topology_has_no_switches() {
    let flat = file("flat.yaml", b"- topology: all\n  cluster_default: true\n  flat: true\n");
    assert_eq!(of_file(&["tree"], &flat), "# topology: FILE, read by source 'slurm': no switches\n");
    let below = of_file(&["tree", "-i", "node:2 core:2 pu:1"], &flat);
    let alone = output(&["tree", "-i", "node:2 core:2 pu:1"]);
    let tree = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(tree(&below), tree(&alone));
}

#[test]
fn lines_that_are_left_out_of_slurms_files() {
    let conf = file("left-out.conf", b"SwitchName=a Nodes=n[1-2]\nSwitchName=b Nodes=n[\nSwitchName=c Nodes=ALL\n");
    assert_eq!(
        output(&["tree", "--topology", conf.to_str().unwrap()]).lines().skip(1).collect::<Vec<_>>(),
        [
            "# note:     all other hosts below c",
            "# note:     left out: line 2: 'n[': '[' without ']'",
            "Net_level0 #0 (= a)  2 hosts: n[1-2]"
        ]
    );
}

#[test]
fn errors_in_topology_files() {
    let wrong = file("wrong.topology", b"leaf a: n1\nleaf\nleaf b: n[\nleaf c: n1\nleaf d: n1\n");
    let said = "line 2: 'leaf' is not KIND NAME, or KIND NAME: HOSTS; line 3: 'n[': '[' without ']'; \
                line 4: host 'n1' has a parent already, at line 1; and 1 more errors";
    for command in ["tree", "levels"] {
        let path = wrong.to_str().unwrap();
        assert_eq!(error(&[command, "--topology", path], 1), format!("hsplit: --topology: {path}: {said}\n"));
        assert!(
            error(&[command, "--topology", "/no/such/file"], 1)
                .starts_with("hsplit: --topology: /no/such/file: No such file")
        );
        let result = hsplit(&[command, "-i", EIGHT]).env("HSPLIT_TOPOLOGY_FILE", path).assert().code(1);
        assert_eq!(
            String::from_utf8_lossy(&result.get_output().stderr),
            format!("hsplit: HSPLIT_TOPOLOGY_FILE: {path}: {said}\n")
        );
    }
    let site = file("errors-site.topology", SITE.as_bytes());
    let site = site.to_str().unwrap();
    assert_eq!(
        error(&["tree", "-i", "node:12 core:1 pu:1", "--topology", site], 1),
        format!("hsplit: --topology: {site}: lacks nodes of the emulated machine: node[8-11]\n")
    );
    assert_eq!(
        error(&["levels", "-i", "leaf:2 node:4 core:1 pu:1", "--topology", site], 1),
        "hsplit: --topology: the emulated machine has switches of its own\n"
    );
    for more in [["-n", "4"], ["--bind", "l3"], ["-o", "x.json"], ["--of", "json"], ["--criterion", "memory"]] {
        assert!(
            error(&["tree", "--topology", site, more[0], more[1]], 2)
                .contains("a file by itself has no nodes to put ranks on")
        );
    }
}
