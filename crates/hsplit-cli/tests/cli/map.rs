// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit map`: exact outputs, the input of each launcher, and one line for every error.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::command::{error, hsplit, output};
use crate::file;

/// The thesis's cluster of figure 3.15, and its matrix.
const ROOM: &str = "node:2 package:3 [numa] core:2 pu:1";
const MATRIX: &str = "%%MatrixMarket matrix coordinate integer symmetric\n8 8 28\n\
    2 1 1000\n\
    3 1 10\n3 2 1000\n\
    4 1 1\n4 2 1\n4 3 1000\n\
    5 1 100\n5 2 1\n5 3 1\n5 4 1\n\
    6 1 1\n6 2 100\n6 3 1\n6 4 1\n6 5 1000\n\
    7 1 1\n7 2 1\n7 3 100\n7 4 1\n7 5 10\n7 6 1000\n\
    8 1 1\n8 2 1\n8 3 1\n8 4 100\n8 5 1\n8 6 1\n8 7 1000\n";
/// A pair on each of two nodes, which the present order separates.
const PAIRS: &str = "%%MatrixMarket matrix coordinate integer general\n4 4 2\n1 3 100\n4 2 50\n";
const TWO: &str = "package:1 core:2 pu:1";

/// A file that is removed with the test.
struct Text(PathBuf);

impl Text {
    fn new(name: &str, text: &str) -> Self {
        Self(file(&format!("map-{name}"), text.as_bytes()))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Returns the output of `hsplit map` for this matrix, with the name of the file as `FILE`.
    fn map(&self, arguments: &[&str]) -> String {
        output(&[&["map", self.path()], arguments].concat()).replace(self.path(), "FILE")
    }

    /// Returns the lines that are no comments.
    fn body(&self, arguments: &[&str]) -> String {
        self.map(arguments).lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
    }

    /// Returns the output for a launcher, and stderr without the report.
    fn launch(&self, arguments: &[&str]) -> (String, String) {
        let result = hsplit(&[&["map", self.path()], arguments].concat()).assert().success();
        let [out, said] = [&result.get_output().stdout, &result.get_output().stderr].map(|text| text.clone());
        let said = String::from_utf8(said).unwrap();
        // Two pairs have traffic, on the last line of the report.
        let (_, commands) = said.split_once("most expensive pairs (bytes x cost):\n#   ").unwrap();
        (String::from_utf8(out).unwrap(), commands.split_once('\n').unwrap().1.to_owned())
    }

    fn error(&self, arguments: &[&str], status: i32) -> String {
        error(&[&["map", self.path()], arguments].concat(), status).replace(self.path(), "FILE")
    }
}

impl Drop for Text {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_given_order_is_evaluated() {
    let matrix = Text::new("thesis", MATRIX);
    let expected = "\
# matrix:   FILE, 8 ranks, 28 pairs, 12872 bytes
# machine:  node:2 package:3 [numa] core:2 pu:1
# hardware: 2 nodes, 12 cores, 12 PUs
# places:   12, placement core,by-node
# cost:     hops
#
# order       hop-bytes  change  Machine  NUMANode   Core
# sequential      40360       -   81.1 %    62.2 %  0.0 %
#
# inside    bytes   share  most outside
# Machine   10436  81.1 %          2436
# NUMANode   8000  62.2 %          2436
# Core          0   0.0 %          4226
#
# most expensive pairs (bytes x cost):
#   5-6 2000 x 6, 1-2 2000 x 4, 0-1 2000 x 2, 2-3 2000 x 2
#   4-5 2000 x 2, 6-7 2000 x 2, 2-6 200 x 6, 3-7 200 x 6
#   0-4 200 x 4, 1-5 200 x 4
0 core:0
0 core:1
0 core:2
0 core:3
0 core:4
0 core:5
1 core:0
1 core:1
";
    assert_eq!(matrix.map(&["-i", ROOM, "--evaluate", "sequential"]), expected);
    let dealt = matrix.map(&["-i", ROOM, "--evaluate", "round-robin"]);
    assert!(dealt.contains("\n# round-robin      75440       -    6.6 %     0.3 %  0.0 %\n"), "{dealt}");
    let costs = matrix.map(&["-i", ROOM, "--evaluate", "core", "--cost", "machine=3,numa=1"]);
    assert!(
        costs.contains("# order  cost of bytes  ") && costs.contains("\n# core           22616       -  "),
        "{costs}"
    );
}

/// The parts of a run of four ranks on two nodes of two cores, of which 0 and 2 exchange most.
fn run() -> String {
    let part = |rank: u32| {
        let (node, core, peer) = (rank / 2, rank % 2, (rank + 2) % 4);
        format!(
            "hsplit-monitor part 1\nrank {rank} of 4\nhost cn{}\nplace Machine {} Core {core}\n\
             date 2026-11-23T12:00:00Z\nseconds 1\nmpi none\ncounted p2p\ncollectives meaning\n\
             p2p {peer} 3 1000\nend\n",
            node + 7,
            node + 100
        )
    };
    (0..4).map(part).collect()
}

#[test]
fn a_monitored_run_is_mapped_where_it_was() {
    let parts = Text::new("run", &run());
    let expected = "\
# matrix: FILE, 4 ranks, 2 pairs, 4000 bytes, 12 messages
# places: those of the run, 4 ranks on 2 nodes
# nodes:  cn7, cn8
# cost:   hops
#
# order   hop-bytes  hop-messages   change  Machine   Core
# run         16000            48        -    0.0 %  0.0 %
# mapped       8000            24  -50.0 %  100.0 %  0.0 %
";
    let mapped = parts.map(&[]);
    assert!(mapped.starts_with(expected), "{mapped}");
    assert_eq!(mapped.lines().filter(|line| !line.starts_with('#')).count(), 4);
    let worth = |order: &str| parts.map(&["--evaluate", order]);
    assert!(worth("round-robin").contains("\n# round-robin       8000 "), "{}", worth("round-robin"));
    assert!(parts.map(&["-n", "4"]).contains("# run         16000 "));
    // An order that this command has written.
    let body = parts.body(&[]);
    let order = Text::new("order-of-run", &body);
    assert_eq!(parts.body(&["--evaluate", order.path()]), body);
    let other = Text::new("order-of-another", &format!("7{}", &body[1..]));
    let said = parts.error(&["--evaluate", other.path()], 1);
    assert!(said.contains("line 1: the run has no such place"), "{said} {body}");
    // Another machine, and options that a run does not support.
    assert!(parts.map(&["-i", TWO, "--bind", "none"]).contains("# machine: "));
    for (arguments, expected) in [
        (vec!["--format", "openmpi"], "--format: a run says where its ranks were, and not what the nodes are like"),
        (vec!["--evaluate", "core"], "--evaluate: a run says where"),
        (vec!["-n", "8"], "-n: the parts of a run have its ranks"),
    ] {
        let said = parts.error(&arguments, 2);
        assert!(said.contains(expected), "{said}");
    }
    let three: String = run().split_inclusive("end\n").take(3).collect();
    let said = Text::new("run-of-three", &three).error(&[], 1);
    assert!(said.contains("of 1 rank the part is missing"), "{said}");
}

/// The optimum of the thesis's example, 18,568 for each pair once (figures 3.15 to 3.18).
#[test]
fn the_thesiss_example() {
    let mapped = Text::new("optimum", MATRIX).map(&["-i", ROOM]);
    assert!(mapped.contains("\n# mapped          37136  -8.0 %   93.6 %    62.2 %  0.0 %\n"), "{mapped}");
}

#[test]
fn pairs_come_together() {
    let matrix = Text::new("pairs", PAIRS);
    let arguments = ["-i", TWO, "--hosts", "a,b"];
    let mapped = matrix.map(&[&arguments[..], &["--compare", "round-robin,random:7"]].concat());
    assert!(mapped.contains("\n# sequential         900        -"), "{mapped}");
    assert!(mapped.contains("\n# round-robin        ") && mapped.contains("\n# random:7"), "{mapped}");
    let result = mapped.lines().find(|line| line.starts_with("# mapped ")).unwrap();
    assert!(result.contains(" 100.0 %  ") && result.contains("-"), "{mapped}");
    let placed = matrix.map(&[&arguments[..], &["--compare", "round-robin,core,Round-Robin,ppn=2,random:7"]].concat());
    for order in ["round-robin", "core,Round-Robin,ppn=2", "random:7"] {
        assert!(placed.contains(&format!("\n# {order} ")), "{order}: {placed}");
    }
    // The result is a placement, and an order to compare with.
    let body = matrix.body(&arguments);
    let nodes: Vec<&str> = body.lines().map(|line| &line[..1]).collect();
    assert!(nodes[0] == nodes[2] && nodes[1] == nodes[3] && nodes[0] != nodes[1], "{body}");
    let order = Text::new("order", &body);
    assert_eq!(matrix.body(&[&arguments[..], &["--evaluate", order.path()]].concat()), body);
    let tree = output(&["tree", "-i", "node:2 package:1 core:2 pu:1", "--bind", order.path()]);
    assert!(tree.contains("2 ranks each: [0,2], [1,3]"), "{tree}");
    // More searches, the same order each time.
    assert_eq!(matrix.body(&[&arguments[..], &["--jobs", "3", "--seed", "5"]].concat()).lines().count(), 4);
    assert_eq!(matrix.body(&arguments), body);
}

/// The parts that do not depend on the search.
#[test]
fn the_example() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rings.mtx");
    let machine = "node:4 package:2 [numa] core:4 pu:1";
    let text = output(&["map", example, "-i", machine, "--compare", "round-robin"]).replace(example, "rings.mtx");
    let shown = std::fs::read_to_string(format!("{example}.map")).unwrap();
    let stable = |text: &str| text.split("# mapped").next().unwrap().to_owned();
    assert_eq!(stable(&text), stable(&shown));
    assert_eq!(text.lines().count(), shown.lines().count());
}

#[test]
fn an_order_for_programs() {
    let matrix = Text::new("json", PAIRS);
    let text = matrix.map(&["-i", TWO, "--hosts", "n[7-8]", "--format", "json", "--evaluate", "round-robin"]);
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&told["format"], &told["version"], &told["head"]["cost"]),
        (&"hsplit-map".into(), &1.into(), &"hops".into())
    );
    let bytes = &told["orders"][0]["bytes"];
    assert_eq!((&bytes["cost"], &bytes["total"]), (&300.into(), &150.into()));
    assert_eq!(bytes["levels"][0]["level"], "Machine");
    assert_eq!(bytes["worst"][0], json!({"ranks": [0, 2], "weight": 100, "distance": 2, "cost": 200}));
    let rank = json!({"rank": 3, "node": 1, "host": "n8", "binding": "core:1", "pus": [1]});
    assert_eq!(told["ranks"][3], rank);
}

#[test]
fn each_launcher_reads_its_own() {
    let matrix = Text::new("launch", PAIRS);
    let at = |form| matrix.launch(&["-i", TWO, "--hosts", "a,b", "--evaluate", "round-robin", "--format", form]);
    let (file, said) = at("openmpi");
    assert_eq!(file, "rank 0=a slot=0:0\nrank 1=b slot=0:0\nrank 2=a slot=0:1\nrank 3=b slot=0:1\n");
    let expected = "\
mpirun --rankfile FILE ./program
# Open MPI 5 (--host where no batch system has given the hosts):
# mpirun --host a:2,b:2 --map-by rankfile:file=FILE ./program
";
    assert_eq!(said, expected);
    let (command, said) = at("mpich");
    assert_eq!(command, "mpiexec -hosts a,b -rankmap 0,1,0,1 -bind-to user:0,1 -n 4 ./program\n");
    assert!(
        said.starts_with("# MPICH 4.0, which has no -rankmap:\n# mpiexec -hosts a,b,a,b -bind-to none -n 1"),
        "{said}"
    );
    let (file, said) = at("intel");
    assert_eq!(file, "a\nb\na\nb\n");
    assert_eq!(said, "mpiexec -machinefile FILE -genv I_MPI_PIN_PROCESSOR_LIST 0,1 -n 4 ./program\n");
    let (file, said) = at("slurm");
    assert_eq!(file, "a\nb\na\nb\n");
    assert_eq!(said, "SLURM_HOSTFILE=FILE srun -n 4 -m arbitrary --cpu-bind=map_cpu:0,1 ./program\n");
    let (file, said) = at("cray");
    assert_eq!(file, "0,2,1,3\n");
    assert!(said.starts_with("MPICH_RANK_REORDER_METHOD=3 MPICH_RANK_REORDER_FILE=FILE srun -n 4 "), "{said}");
    let (command, _) = at("mpmd");
    assert!(command.starts_with("mpiexec -n 1 -host a taskset -c 0 ./program : -n 1 -host b "), "{command}");
}

#[test]
fn the_program_and_the_file_are_in_the_command() {
    let matrix = Text::new("program", PAIRS);
    let rankfile = std::env::temp_dir().join(format!("hsplit-test-{}-rankfile", std::process::id()));
    let name = rankfile.to_str().unwrap();
    let arguments = ["-i", TWO, "--hosts", "a,b", "--format", "openmpi", "-o", name, "--", "./solver", "-v", "a b"];
    let (nothing, said) = matrix.launch(&arguments);
    assert_eq!(nothing, "");
    // As a shell must read them.
    assert!(said.starts_with(&format!("mpirun --rankfile {name} ./solver -v 'a b'\n")), "{said}");
    assert_eq!(std::fs::read_to_string(&rankfile).unwrap().lines().count(), 4);
    std::fs::remove_file(rankfile).unwrap();
}

#[test]
fn traces_have_messages_too() {
    let parts = [
        Text::new("0.prof", "# POINT TO POINT\nE\t0\t1\t100 bytes\t2 msgs sent\t0,1\n"),
        Text::new("1.prof", "# POINT TO POINT\nE\t1\t2\t10 bytes\t7 msgs sent\t0,1\n"),
    ];
    let arguments = ["map", parts[0].path(), parts[1].path(), "-i", "core:4 pu:1", "-n", "4", "--evaluate", "core"];
    let text = output(&[&arguments[..], &["--metric", "messages"]].concat());
    assert!(text.contains("and 1 more, 4 ranks, 2 pairs, 9 messages, 110 bytes\n"), "{text}");
    assert!(
        text.contains("# order  hop-messages  hop-bytes  change  ")
            && text.contains("\n# core             18        220"),
        "{text}"
    );
    assert!(text.contains("# most expensive pairs (messages x cost):\n#   1-2 7 x 2, 0-1 2 x 2\n"), "{text}");
}

/// Two switches of two hosts. A message across switches takes 100 us and one inside a switch 10 us; a byte takes 1 ns
/// everywhere, inside a host 0.1 ns.
const PARAMETERS: &str = "\
group a: 2 processes, latency 1
    0 1
    1MiB 105.8576
group b: 2 processes, latency 1
    0 1
    1MiB 105.8576
group c: 2 processes, latency 1
    0 1
    1MiB 105.8576
group d: 2 processes, latency 1
    0 1
    1MiB 105.8576
link a b: latency 9
    0 1
    1MiB 1049.576
link c d: latency 9
    0 1
    1MiB 1049.576
link a c: latency 99
    0 1
    1MiB 1049.576
link a d: latency 99
    0 1
    1MiB 1049.576
link b c: latency 99
    0 1
    1MiB 1049.576
link b d: latency 99
    0 1
    1MiB 1049.576
";

#[test]
fn a_model_knows_bytes_and_messages() {
    let bytes = Text::new("model.mtx", "%%MatrixMarket matrix coordinate integer general\n8 8 2\n1 3 1000\n1 5 1000\n");
    let counts = "%%MatrixMarket matrix coordinate integer general\n8 8 3\n1 3 10\n1 5 1\n7 8 2\n";
    let messages = Text::new("model-messages.mtx", counts);
    let parameters = Text::new("model-parameters", PARAMETERS);
    let switches = Text::new("model-switches", "switch s0: a,b\nswitch s1: c,d\n");
    let arguments = |more: &[&str]| {
        let machine = ["--topology", switches.path(), "--hosts", "a,b,c,d", "-i", "core:2 pu:1"];
        let model = ["--cost", "model", "--parameters", parameters.path()];
        bytes.map(&[&machine[..], &model[..], more].concat())
    };
    // 1000 bytes are 1 us: 10 messages of 10 us to the next host of the switch, one of 100 us across. Ranks 6 and 7 are
    // on one host, where a message takes 2 us.
    let with_messages = ["--messages", messages.path(), "--evaluate", "sequential"];
    let text = arguments(&with_messages);
    assert!(text.contains("\n# sequential   206000000       - "), "{text}");
    assert!(text.contains("# most expensive pairs (ps):\n#   0-2 101000000, 0-4 101000000, 6-7 4000000\n"), "{text}");
    // Without messages, times are those of the bytes.
    assert!(arguments(&["--evaluate", "sequential"]).contains("\n# sequential     2000000       - "));
    // The rank with ten messages is placed on the host of its partner.
    let mapped = arguments(&["--messages", messages.path()]);
    assert!(mapped.contains("# most expensive pairs (ps):\n#   0-2 20100000, 0-4 11000000, 6-7 4000000\n"), "{mapped}");
    let json: Value = serde_json::from_str(&arguments(&[&with_messages[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!(json["orders"][0]["bytes"]["worst"][0]["cost"], 101_000_000);
    let wrong = ["-i", "core:8 pu:1", "--cost", "model", "--parameters", parameters.path(), "--metric", "messages"];
    let said = bytes.error(&[&wrong[..], &["--messages", messages.path()]].concat(), 2);
    assert_eq!(said, "hsplit: --metric: by a model both bytes and messages count\n");
    // Half the bytes of each pair, in numbers with a digit after the point: everything is ten times as much.
    let halves =
        Text::new("model-halves.mtx", "%%MatrixMarket matrix coordinate real general\n8 8 2\n1 3 999.5\n1 5 0\n");
    let machine = ["--topology", switches.path(), "--hosts", "a,b,c,d", "-i", "core:2 pu:1"];
    let model = ["--cost", "model", "--parameters", parameters.path()];
    let text = halves.map(&[&machine[..], &model[..], &with_messages[..]].concat());
    assert!(text.contains("9995 bytes, 130 messages, all values times 10\n"), "{text}");
    assert!(
        text.contains("# most expensive pairs (ps):\n#   0-2 1009995000, 0-4 1000000000, 6-7 40000000\n"),
        "{text}"
    );
    let few = Text::new("model-few.mtx", "%%MatrixMarket matrix coordinate integer general\n9 9 1\n1 9 1\n");
    let said = bytes.error(&["-i", "core:9 pu:1", "--messages", few.path()], 1);
    assert!(said.ends_with("it has 9 ranks, and the matrix 8\n"), "{said}");
    let comments = Text::new("model-comments", "# no traffic\n");
    let said = bytes.error(&["-i", "core:8 pu:1", "--messages", comments.path()], 1);
    assert_eq!(said, format!("hsplit: --messages: {}: it has no ranks\n", comments.path()));
}

#[test]
fn hosts_of_a_topology_file() {
    let matrix = Text::new("torus", PAIRS);
    let torus = Text::new("topology", "switch core\n    switch s0: a,b\n    switch s1: c,d\n");
    let at = |hosts| {
        let arguments = ["--topology", torus.path(), "--hosts", hosts, "-i", "core:1 pu:1", "--evaluate", "sequential"];
        matrix.map(&arguments).replace(torus.path(), "TOPOLOGY")
    };
    assert!(at("a,b,c,d").contains("\n# sequential        900       - "), "{}", at("a,b,c,d"));
    assert!(at("a,c,b,d").contains("\n# sequential        600       - "), "{}", at("a,c,b,d"));
    let unknown = ["--topology", torus.path(), "--hosts", "a,x", "-i", "core:2 pu:1"];
    assert!(matrix.error(&unknown, 1).contains("lacks hosts of --hosts: x"));
}

#[test]
fn the_matrix_as_a_picture() {
    let matrix = Text::new("picture", MATRIX);
    let path = std::env::temp_dir().join(format!("hsplit-map-test-{}.svg", std::process::id()));
    matrix.map(&["-i", ROOM, "--svg", path.to_str().unwrap()]);
    let picture = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    for words in ["from 2\n", "between Machine", "between NUMANode", "bytes of two ranks\n"] {
        assert!(picture.contains(words), "{words}");
    }
}

#[test]
fn pictures_have_the_form_of_their_suffix() {
    let matrix = Text::new("forms", MATRIX);
    assert_eq!(matrix.error(&["-i", ROOM, "-o", "matrix.svg"], 2), "hsplit: -o: --picture draws the matrix\n");
    let said = matrix.error(&["-i", ROOM, "--picture", "matrix.gif"], 2);
    assert_eq!(said, "hsplit: --picture: matrix.gif ends in none of .svg, .png, .pdf\n");
}

#[test]
fn errors_in_maps_are_named() {
    let matrix = Text::new("errors", PAIRS);
    for (arguments, status, said) in [
        (&["--metric", "messages"][..], 1, "--metric: FILE has one number for each pair, and no messages beside it"),
        (&["-n", "3"], 1, "-n: 3 ranks are fewer than the 4 of the matrix"),
        (&["--cost", "far"], 2, "--cost: 'far' is not hops, LEVEL=COST, model or dragonfly:GROUP,ROUTER"),
        (&["--cost", "model"], 2, "--cost: a model needs --parameters FILE"),
        (&["--cost", "rack=2"], 1, "map: there is no level 'rack'"),
        (&["--cost", "dragonfly:a"], 2, "--cost: 'dragonfly:a' is not dragonfly:GROUP,ROUTER"),
        (&["--evaluate", "random:x"], 2, "--evaluate: 'random:x' is not random:SEED"),
        (&["--evaluate", "none"], 1, "--evaluate: 'none': rank 0 is on no place of --bind, or on one that others have"),
        (&["--hosts", "a,b,a"], 2, "--hosts: 'a' stands there twice"),
        (&["--hosts", "a,b,c"], 1, "--hosts: 3 hosts for 2 nodes"),
        (&["--threshold", "101"], 2, "--threshold: 101 is not 0 to 100"),
        (&["--limit", "inf"], 2, "--limit: inf are no seconds"),
    ] {
        let arguments = [&["-i", "node:2 core:2 pu:1"], arguments].concat();
        assert_eq!(matrix.error(&arguments, status), format!("hsplit: {said}\n"));
    }
    let wrong = Text::new("wrong", "%%MatrixMarket matrix coordinate real general\n5 5 1\n1 2 x\n");
    assert_eq!(wrong.error(&[], 1), "hsplit: MATRIX: FILE, line 3: 'x' is no number\n");
    assert!(error(&["map", "/no/such/file"], 1).starts_with("hsplit: MATRIX: /no/such/file: No such file"));
    assert!(error(&["map"], 2).contains("<MATRIX>"));
    let part = matrix.error(&["-i", "core:4 pu:2", "--bind", "pu", "--format", "openmpi"], 1);
    let said = "rank 0 is bound to a part of a core, which a rankfile cannot express; --bind core can be written";
    assert!(part.contains(said), "{part}");
}
