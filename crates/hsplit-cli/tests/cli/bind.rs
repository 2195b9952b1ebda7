// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit bind`: the program's mask, its threads, its exit status.

use std::sync::Arc;

use super::command::{error, hsplit};
use hsplit_core::cpus::Cpus;
use hsplit_host::own_node::OwnNode;
use hsplit_host::source::topology;

const LAUNCHERS: &[&str] = &["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"];
const PROGRAM: &[&str] =
    &["--", "sh", "-c", "sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status; echo \"$OMP_NUM_THREADS\"; exit 7"];

fn node() -> OwnNode {
    OwnNode::new(Arc::new(topology::load_system().unwrap()))
}

/// Returns the output of the program: its mask as a list, and OMP_NUM_THREADS.
fn run(arguments: &[&str], local_rank: Option<&str>) -> String {
    let mut command = hsplit(&[&["bind"], arguments, PROGRAM].concat());
    for name in LAUNCHERS {
        command.env_remove(name);
    }
    command.env_remove("OMP_NUM_THREADS");
    if let Some(rank) = local_rank {
        command.env("MPI_LOCALRANKID", rank);
    }
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_is_bound() {
    let node = node();
    let cores: Vec<Cpus> = node.parts_of(node.allowed());
    let words = |cpus: &Cpus, threads: &str| format!("{}\n{threads}\n", node.in_words(cpus));
    assert_eq!(run(&["allowed"], None), words(node.allowed(), ""));
    assert_eq!(run(&["allowed", "--omp"], None), words(node.allowed(), &cores.len().to_string()));
    let first = node.in_words(&cores[0]);
    assert_eq!(run(&[&format!("cpus:{first}"), "--omp"], None), words(&cores[0], "1"));
    // As many processes as cores, and one more.
    for rank in 0..=cores.len() {
        let bound = words(&cores[rank % cores.len()], "1");
        assert_eq!(run(&["Core:local", "--omp"], Some(&rank.to_string())), bound);
    }
}

/// A node of one core with two GPUs of NVIDIA, a network interface and a drive, emulated as the node of this process.
const NODE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="UNIT" complete_cpuset="UNIT" allowed_cpuset="UNIT" nodeset="0x1"
      complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
    <object type="NUMANode" os_index="0" cpuset="UNIT" complete_cpuset="UNIT" nodeset="0x1" complete_nodeset="0x1"
        gp_index="2" local_memory="1073741824"/>
    <object type="Core" os_index="0" cpuset="UNIT" complete_cpuset="UNIT" nodeset="0x1" complete_nodeset="0x1"
        gp_index="3">
      <object type="PU" os_index="NUMBER" cpuset="UNIT" complete_cpuset="UNIT" nodeset="0x1" complete_nodeset="0x1"
          gp_index="4"/>
    </object>
    <object type="Bridge" gp_index="5" bridge_type="0-1" depth="0" bridge_pci="0000:[00-7f]">
      <object type="PCIDev" gp_index="6" pci_busid="0000:10:00.0" pci_type="0302 [10de:20b0] [0000:0000] 00"
          pci_link_speed="0.0"/>
      <object type="PCIDev" gp_index="7" pci_busid="0000:20:00.0" pci_type="0302 [10de:20b0] [0000:0000] 00"
          pci_link_speed="0.0"/>
      <object type="PCIDev" gp_index="8" pci_busid="0000:30:00.0" pci_type="0207 [15b3:101b] [0000:0000] 00"
          pci_link_speed="0.0">
        <object type="OSDev" gp_index="9" name="ib0" osdev_type="2"/>
        <object type="OSDev" gp_index="10" name="mlx5_0" osdev_type="3"/>
      </object>
      <object type="PCIDev" gp_index="11" pci_busid="0000:40:00.0" pci_type="0108 [144d:a824] [0000:0000] 00"
          pci_link_speed="0.0">
        <object type="OSDev" gp_index="12" name="nvme0n1" osdev_type="0"/>
      </object>
    </object>
  </object>
</topology>
"#;

/// Returns the status, the output and the messages of a program that prints its variables, as local rank 1 on that
/// node.
fn shown(arguments: &[&str], set: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let unit = node().machine().to_os(node().allowed()).first().unwrap();
    let mask = match unit / 32 {
        0 => format!("{:#010x}", 1_u32 << unit),
        words => format!("{:#010x}", 1_u32 << (unit % 32)) + &",0x0".repeat(words as usize),
    };
    let file = format!("{}/bind-node-{}.xml", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    std::fs::write(&file, NODE.replace("UNIT", &mask).replace("NUMBER", &unit.to_string())).unwrap();
    let names = ["CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "UCX_NET_DEVICES"];
    let script = names.map(|name| format!("echo \"${{{name}-unset}}\"")).join(";");
    let mut command = hsplit(&[&["bind"], arguments, &["--", "sh", "-c", &script]].concat());
    for name in LAUNCHERS.iter().chain(&names) {
        command.env_remove(name);
    }
    command.env("MPI_LOCALRANKID", "1").env("HWLOC_XMLFILE", file).env("HWLOC_THISSYSTEM", "1");
    let output = command.envs(set.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout).replace('\n', " "), text(output.stderr))
}

#[test]
fn devices_are_shown() {
    let bind = |arguments: &[&str], set: &[(&str, &str)]| shown(arguments, set);
    let fine = |out: &str, lines: &str| (Some(0), out.to_owned(), lines.to_owned());
    assert_eq!(bind(&["gpu:local"], &[]), fine("unset unset unset ", ""));
    assert_eq!(bind(&["gpu:local", "--visible"], &[]), fine("1 PCI_BUS_ID mlx5_0:1 ", ""));
    assert_eq!(bind(&["gpu:0", "--visible"], &[]), fine("0 PCI_BUS_ID mlx5_0:1 ", ""));
    assert_eq!(bind(&["gpu", "--visible"], &[]), fine("0,1 PCI_BUS_ID mlx5_0:1 ", ""));
    assert_eq!(bind(&["nic:local", "--visible"], &[]), fine("unset unset mlx5_0:1 ", ""));
    let set = [("CUDA_VISIBLE_DEVICES", "0,1")];
    let line = "hsplit: bind: CUDA_VISIBLE_DEVICES was '0,1', and is '1' for this program\n";
    assert_eq!(bind(&["gpu:local", "--visible"], &set), fine("1 PCI_BUS_ID mlx5_0:1 ", line));
    // The resource manager has assigned only the first one.
    let set = [("CUDA_VISIBLE_DEVICES", "0")];
    assert_eq!(bind(&["gpu:local", "--visible"], &set), fine("0 PCI_BUS_ID mlx5_0:1 ", ""));
    let set = [("CUDA_VISIBLE_DEVICES", "GPU-1"), ("UCX_NET_DEVICES", "eth0")];
    let (status, out, lines) = bind(&["gpu:local", "--visible"], &set);
    assert_eq!((status, out.as_str()), (Some(0), "GPU-1 unset eth0 "));
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.starts_with("hsplit: bind: CUDA_VISIBLE_DEVICES is 'GPU-1' already, and stays so"), "{lines}");
    for (target, status, why) in [
        ("Core:0", 2, "'Core:0' names no device"),
        ("nvme:local", 1, "no variable is known that shows nvme0n1 alone"),
        ("rsmi:local", 1, "'rsmi:local': the node has no such level"),
    ] {
        let (code, out, lines) = bind(&[target, "--visible"], &[]);
        assert_eq!((code, out.as_str(), lines.lines().count()), (Some(status), "", 1), "{lines}");
        assert!(lines.contains(why), "{lines}");
    }
}

#[test]
fn errors_are_one_line() {
    let program = ["--", "true"];
    let said = |target: &str, status| error(&[&["bind", target], &program[..]].concat(), status);
    for form in ["cpus", "Core:", "hwloc://", "Core:3-1", "cpus:x"] {
        assert!(said(form, 2).contains(&format!("'{form}'")), "{form}");
    }
    assert!(said("L9Cache", 1).contains("'L9Cache': the node has no such level (it has Machine"));
    assert!(said("Core:99999", 1).contains("numbered from 0"));
    assert!(said("cpus:99999", 1).contains("that this process may use"));
    assert!(error(&["bind", "allowed", "--", "/no/such/program"], 1).contains("/no/such/program"));
    assert!(error(&["bind", "allowed"], 2).contains("PROGRAM"));
    let output = hsplit(&["bind", "allowed", "sh", "-c", "exit 7", "--omp"]).output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    let elsewhere = hsplit(&["bind", "allowed", "--", "true"]).env("HWLOC_SYNTHETIC", "core:2 pu:2").assert();
    let elsewhere = elsewhere.failure().code(1);
    assert!(String::from_utf8_lossy(&elsewhere.get_output().stderr).contains("another machine"));
}
