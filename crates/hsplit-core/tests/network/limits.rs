// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts that expand to more than any cluster has: they are refused, or their lines are left out, in a time
//! proportional to the text.

use std::cell::Cell;
use std::time::Duration;

use hsplit_core::network::{Format, LineError, SwitchTree, in_a_line};

use super::nothing_else;

/// A quadratic algorithm takes minutes here, a linear one a few seconds without optimisation.
const LONG: Duration = Duration::from_secs(20);

/// The processor time of this thread, independent of the machine's load.
fn processor_time() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux kernel with schedstat");
    Duration::from_nanos(times.split(' ').next().and_then(|time| time.parse().ok()).expect("nanoseconds"))
}

/// The result of a call, which must not take long.
fn in_time<T>(call: impl FnOnce() -> T) -> T {
    let start = processor_time();
    let given = call();
    let time = processor_time() - start;
    assert!(time < LONG, "{time:?}");
    given
}

fn read_in_time(form: Format, text: &str) -> Result<SwitchTree, Vec<LineError>> {
    in_time(|| form.read(text, &nothing_else))
}

fn refused(form: Format, text: &str) -> String {
    let errors = match read_in_time(form, text) {
        Ok(tree) => tree.left_out,
        Err(errors) => errors,
    };
    assert!(errors.len() <= 1000, "{}", errors.len());
    in_a_line(&errors)
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn lines_of_a_million_hosts() {
    let why = refused(Format::Slurm, &lines(200, |at| format!("SwitchName=s{at} Nodes=a{at}-[1-1048576]\n")));
    assert!(why.starts_with("line 2: 'a1-[1-1048576]': more than 1048576 names in all"), "{why}");
    assert!(why.ends_with("and 196 more errors"), "{why}");
    let pending =
        "SwitchName=a Nodes=n1\n".to_owned() + &lines(200, |at| format!("SwitchName=s{at} Switches=x[1-1048575]\n"));
    assert!(refused(Format::Slurm, &pending).ends_with("and 997 more errors"));
}

#[test]
fn long_names() {
    let long = "x".repeat(1 << 20);
    let why = refused(Format::File, &format!("leaf a: {long}[1-1048576]\n{long}\n"));
    assert!(why.contains("names of more than 67108864 bytes in all") && why.len() < 1000, "{why}");
}

#[test]
fn chains_of_switches() {
    let slurm = lines(8000, |at| format!("SwitchName=s{at} Switches=s{} Nodes=n{at}\n", at + 1));
    let why = refused(Format::Slurm, &(slurm + "SwitchName=s8000 Nodes=n8000\n"));
    assert_eq!(why, "line 1001: more than 1000 switches above each other");
    let own = lines(8000, |at| format!("{:at$}leaf s{at}: n{at}\n", ""));
    assert_eq!(refused(Format::File, &own), "line 1001: more than 1000 switches above each other");
    let deep = read_in_time(Format::File, &lines(1000, |at| format!("{:at$}leaf s{at}: n{at}\n", ""))).unwrap();
    assert_eq!(in_time(|| deep.networks())[999].1.steps.len(), 999);
}

#[test]
fn long_fabrics() {
    let switch = |at: usize| {
        let links = lines(3, |side| match side {
            0 if at > 0 => format!("[1] \"S-{}\"[2] # \"s\"\n", at - 1),
            1 if at < 8000 => format!("[2] \"S-{}\"[1] # \"s\"\n", at + 1),
            2 if at % 4000 == 0 => format!("[3] \"H-{at}\"[1] # \"n{at} mlx5_0\"\n"),
            _ => String::new(),
        });
        format!("Switch 3 \"S-{at}\" # \"s{at}\"\n{links}\n")
    };
    let tree = read_in_time(Format::Fabric, &lines(8001, switch)).unwrap();
    assert_eq!((tree.hosts(), tree.switches()), (3, 4));
}

#[test]
fn files_that_include_each_other() {
    let calls = Cell::new(0);
    let fan_out = |name: &str| {
        calls.set(calls.get() + 1);
        Ok(lines(1000, |at| format!("Include {name}{}\n", at % 10)))
    };
    let text = fan_out("f").unwrap();
    let errors = in_time(|| Format::Slurm.read(&text, &fan_out)).unwrap_err();
    assert_eq!(calls.get(), 1001);
    assert_eq!(errors.len(), 1000);
    let shallow = |name: &str| if name == "f" { fan_out(name) } else { Ok(String::new()) };
    let many = Format::Slurm.read("Include f\nInclude g\n", &shallow).unwrap_err();
    assert_eq!(
        in_a_line(&many),
        "line 2: g: more than 1000 included files; f, line 1000: f9: more than 1000 included files"
    );
    let calls = Cell::new(0);
    let long = |_: &str| {
        calls.set(calls.get() + 1);
        Ok("#".repeat(1 << 20) + "\n")
    };
    let errors = Format::Slurm.read(&lines(900, |at| format!("Include {at}\n")), &long).unwrap_err();
    assert_eq!(calls.get(), 64);
    assert_eq!(errors[0].to_string(), "line 64: 63: more than 67108864 bytes in all files");
}

#[test]
fn a_line_of_a_million_keys() {
    let keys = lines(1_000_000, |at| format!(" k{at}=v"));
    assert_eq!(refused(Format::Slurm, &format!("SwitchName=a Nodes=b{keys}\n")), "line 1: unknown key 'k0'");
    assert_eq!(
        refused(Format::Slurm, "SwitchName=a Nodes=b nodes=c\n"),
        "line 1: 'nodes=c': the second of its kind in the line"
    );
}

#[test]
fn many_short_names() {
    let text = format!("leaf a: {}", lines(100_000, |at| format!("n{at}.site.fr,")).trim_end_matches(','));
    let tree = read_in_time(Format::File, &(text + "\n")).unwrap();
    assert!(in_time(|| (0..100_000).all(|at| tree.find(&format!("n{at}")).unwrap().is_some())));
}
