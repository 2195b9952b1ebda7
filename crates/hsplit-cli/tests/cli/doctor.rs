// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit doctor`: its output on variables, on sources and on each rank.

use super::command::{error, hsplit};
use super::{NODE, file};

#[test]
fn the_doctor_names_what_is_wrong() {
    let mut command = hsplit(&["doctor"]);
    let said = command
        .env("HSPLIT_FOO", "1")
        .env("HSPLIT_LOG", "loud")
        .env("HSPLIT_EMULATE", NODE)
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    let said = String::from_utf8(said).unwrap();
    for what in ["variables: HSPLIT_FOO is not a variable of libhsplit", "variables: HSPLIT_LOG"] {
        assert!(said.contains(&format!("\n- WRONG: {what}")), "{said}");
    }
    assert!(said.contains("HSPLIT_FOO=1  WRONG: ") && said.contains("HSPLIT_LOG=loud  WRONG: "), "{said}");
    assert!(said.contains(&format!("emulated: answers with {NODE}")), "{said}");
    assert!(
        said.contains(
            "process    not started by a launcher: emulated (HSPLIT_EMULATE), inside Core\n\
             binding    that of all threads counts, without those that the MPI has started (HSPLIT_BINDING)\n\
             place      Machine > "
        ),
        "{said}"
    );
    assert!(
        said.contains("\n- The machine is the emulated one of HSPLIT_EMULATE, not this one: splits go down to Core"),
        "{said}"
    );
    assert!(error(&["doctor", "--library", "/no/such.so"], 1).contains("/no/such.so"));
    assert!(error(&["doctor", "/no/such/program"], 1).contains("/no/such/program"));
}

fn doctor_with(variables: &[(&str, &str)]) -> String {
    let mut command = hsplit(&["doctor"]);
    let result = command.envs(variables.iter().copied()).assert();
    String::from_utf8(result.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_doctor_believes_the_source_that_a_job_believes() {
    let wrong = doctor_with(&[("HSPLIT_EMULATE", "bogus")]);
    assert!(wrong.contains("emulated: WRONG: HSPLIT_EMULATE: "), "{wrong}");
    assert!(!wrong.contains("emulated (HSPLIT_EMULATE)") && !wrong.contains("The machine is the emulated"), "{wrong}");
    let placement = doctor_with(&[("HSPLIT_EMULATE", &format!("{NODE} bind=foo"))]);
    assert!(placement.contains("emulated: WRONG: HSPLIT_EMULATE: bind: "), "{placement}");
    let real = doctor_with(&[("HSPLIT_EMULATE", NODE), ("HSPLIT_SOURCES", "node,emulated")]);
    assert!(!real.contains("emulated (HSPLIT_EMULATE)"), "{real}");
    let disabled = doctor_with(&[("HSPLIT_DISABLE", "1")]);
    assert!(disabled.contains("- The library is disabled in all processes (HSPLIT_DISABLE): "), "{disabled}");
    let reordering = doctor_with(&[("HSPLIT_REORDER", "cart")]);
    assert!(reordering.contains("\n- Calls that pass reorder=1 give new numbers"), "{reordering}");
    assert!(!disabled.contains("splits end at") && !disabled.contains("go down to"), "{disabled}");
}

#[test]
fn the_doctor_says_whose_binding_counts() {
    let said = |value: &str| doctor_with(&[("HSPLIT_BINDING", value)]);
    assert!(said("caller").contains("binding    that of the thread that calls counts (HSPLIT_BINDING=caller)\n"));
    assert!(said("process").contains("binding    that of all threads counts (HSPLIT_BINDING=process)\n"));
}

#[test]
fn the_doctor_says_what_each_source_finds_of_the_network() {
    let path = file("doctor.topology", b"island a\n  leaf b: n1, n2\n  leaf c: n3, n4\n");
    let text = |host: &str| {
        let mut command = hsplit(&["doctor"]);
        let result = command.env("HSPLIT_TOPOLOGY_FILE", &path).env("SLURMD_NODENAME", host).assert();
        String::from_utf8(result.get_output().stdout.clone()).unwrap()
    };
    let found = text("N3");
    assert!(found.contains("file: answers, above this node: a > c\n"), "{found}");
    assert!(found.contains(&format!("slurm: silent, {} has another form\n", path.display())), "{found}");
    assert!(found.contains("place      Net_level0 > Net_level1 > Machine"), "{found}");
    std::fs::write(&path, "torus 2\ndims 4 3\nn1 3 2\n").unwrap();
    let torus = text("n1");
    assert!(torus.contains("coordinates: answers, above this node: torus 4x3, at 3,2\n"), "{torus}");
    assert!(torus.contains("place      Machine"), "{torus}");
    let advice = "- The network is a torus: unguided splits halve it, and splits at Net_torus0 to Net_torus1 give the \
                  rings along each dimension.\n";
    assert!(torus.contains(advice), "{torus}");
    std::fs::write(&path, "island a\n  leaf b: n1, n2\n  leaf c: n3, n4\n").unwrap();
    let missing = text("n5");
    assert!(
        missing.contains(&format!("file: WRONG: HSPLIT_TOPOLOGY_FILE: {}: has no host 'n5'", path.display())),
        "{missing}"
    );
    std::fs::write(&path, "- topology: all\n  flat: true\n").unwrap();
    let flat = text("n1");
    assert!(flat.contains(&format!("slurm: silent, {} has no switches\n", path.display())), "{flat}");
    let measured = hsplit(&["doctor"]).env("HSPLIT_SOURCES", "default,measured").assert();
    let measured = String::from_utf8(measured.get_output().stdout.clone()).unwrap();
    assert!(measured.contains("measured: silent, latencies are measured in a job of several nodes\n"), "{measured}");
}

#[test]
fn what_cannot_be_preloaded_and_what_intercepts_calls() {
    let mut command = hsplit(&["doctor", "--json"]);
    let result = command.env("LD_PRELOAD", "/no/such/libtool.so").assert().code(1);
    let findings: serde_json::Value = serde_json::from_slice(&result.get_output().stdout).unwrap();
    let wrong = findings["wrong"].as_array().unwrap();
    assert!(
        wrong.iter().any(|what| what.as_str().unwrap().starts_with("preloaded: /no/such/libtool.so")),
        "{findings}"
    );
    assert_eq!(findings["launcher"], serde_json::json!(["none"]));
    assert!(findings["cgroup"][0].as_str().unwrap().contains("PUs "), "{findings}");
    assert_eq!(findings.get("tools"), None);
}

#[test]
fn the_doctor_speaks_for_every_rank() {
    let mut command = hsplit(&["doctor"]);
    let said = command
        .env("HSPLIT_EMULATE", NODE)
        .env("PMI_RANK", "2")
        .env("PMI_SIZE", "8")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    assert_eq!(String::from_utf8(said).unwrap(), "rank 2 of 8: emulated (HSPLIT_EMULATE), inside Core\n");
}

#[test]
fn the_doctor_reads_the_topology_of_the_partition() {
    let folder = std::env::temp_dir().join(format!("hsplit-test-{}-partition", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let topologies = "- topology: all\n  cluster_default: true\n  flat: true\n- topology: racks\n  tree: {switches: \
                      [{switch: r, nodes: 'n[1-2]'}, {switch: s, nodes: 'n[3-4]'}, {switch: t, children: 'r,s'}]}\n";
    std::fs::write(folder.join("topology.yaml"), topologies).unwrap();
    std::fs::write(folder.join("slurm.conf"), "PartitionName=batch Topology=racks\n").unwrap();
    let file = folder.join("topology.yaml").display().to_string();
    let names = ["HSPLIT_TOPOLOGY_FILE", "SLURMD_NODENAME", "SLURM_JOB_PARTITION"];
    let said = doctor_with(&[(names[0], &file), (names[1], "n1"), (names[2], "batch")]);
    assert!(said.contains("slurm: answers, above this node: t > r\n"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}
