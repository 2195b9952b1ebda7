// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit run`: the environment of the program, and the messages if it gets no library.

use std::sync::OnceLock;

use super::command::{error, hsplit};

/// Returns a library with the function by which libhsplit is known, and nothing else.
fn library() -> &'static str {
    static FILE: OnceLock<String> = OnceLock::new();
    FILE.get_or_init(|| {
        let folder = std::fs::canonicalize(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let [source, file] = ["library.c", "libhsplit.so.0"].map(|name| folder.join(name).display().to_string());
        std::fs::write(
            &source,
            "int HSPLIT_Get_library_version(char *text, int *length);\n\
            int HSPLIT_Get_library_version(char *text, int *length) { *text = 0; return *length = 0; }\n",
        )
        .unwrap();
        let built = std::process::Command::new("cc").args(["-shared", "-fPIC", "-o", &file, &source]).status();
        assert!(built.unwrap().success());
        file
    })
}

/// Returns the values of these variables as printed by `env`, and stderr.
fn environment(options: &[&str], set: &[(&str, &str)]) -> (Vec<String>, String) {
    let mut command = hsplit(&[&["run"], options, &["--", "env"]].concat());
    for name in ["LD_PRELOAD", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "MPI_LOCALRANKID", "PMIX_RANK", "SLURM_PROCID"] {
        command.env_remove(name);
    }
    let output = command.envs(set.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let ours = |line: &&str| line.starts_with("HSPLIT_") || line.starts_with("LD_PRELOAD=");
    let mut lines: Vec<String> = text.lines().filter(ours).map(str::to_owned).collect();
    lines.sort();
    (lines, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn options_are_variables() {
    let library = library();
    let (lines, _) = environment(&["--library", library, "--collectives", "--show", "--reorder=cart"], &[]);
    let expected = [
        "HSPLIT_COLLECTIVES=all".to_owned(),
        "HSPLIT_REORDER=cart".to_owned(),
        format!("HSPLIT_RUN={library}:HSPLIT_COLLECTIVES:HSPLIT_REORDER:HSPLIT_SHOW"),
        "HSPLIT_SHOW=1".to_owned(),
        format!("LD_PRELOAD={library}"),
    ];
    assert_eq!(lines, expected);
    let (lines, _) = environment(
        &["--library", library, "--emulate", "core:2 pu:1", "--log", "info", "--collectives=bcast:4096", "--monitor"],
        &[],
    );
    assert!(lines.contains(&"HSPLIT_EMULATE=core:2 pu:1".to_owned()), "{lines:?}");
    assert!(lines.contains(&"HSPLIT_LOG=info".to_owned()), "{lines:?}");
    assert!(lines.contains(&"HSPLIT_COLLECTIVES=bcast:4096".to_owned()), "{lines:?}");
    assert!(lines.contains(&"HSPLIT_MONITOR=gather".to_owned()), "{lines:?}");
}

#[test]
fn values_of_the_user_come_back() {
    let library = library();
    let (lines, _) = environment(&["--library", library, "--emulate", "pu:2"], &[("HSPLIT_EMULATE", "core:2 pu:1")]);
    assert_eq!(
        lines[..2],
        ["HSPLIT_EMULATE=pu:2".to_owned(), format!("HSPLIT_RUN={library}:HSPLIT_EMULATE=core%c2 pu%c1")]
    );
    // A command within another one: the outer one has recorded the user's value.
    let outer = [("HSPLIT_EMULATE", "pu:2"), ("HSPLIT_RUN", "/l.so:HSPLIT_EMULATE=core%c2 pu%c1")];
    let (lines, _) = environment(&["--library", library, "--emulate", "pu:4", "--show"], &outer);
    assert_eq!(lines[1], format!("HSPLIT_RUN={library}:HSPLIT_EMULATE=core%c2 pu%c1:HSPLIT_SHOW"));
}

#[test]
fn other_libraries_stay_preloaded() {
    let library = library();
    let (lines, _) = environment(&["--library", library], &[("LD_PRELOAD", "libm.so.6")]);
    assert!(lines.contains(&format!("LD_PRELOAD={library}:libm.so.6")), "{lines:?}");
    // The user's own preloaded library is not one that MPI_Init removes; that of an outer command is.
    let preloaded = format!("LD_PRELOAD={library}");
    let (lines, _) = environment(&["--library", library], &[("LD_PRELOAD", library)]);
    assert_eq!(lines, [&preloaded[..]]);
    let (lines, _) = environment(&["--library", library], &[("LD_PRELOAD", library), ("HSPLIT_RUN", library)]);
    assert_eq!(lines, [format!("HSPLIT_RUN={library}"), preloaded]);
}

#[test]
fn a_program_without_an_mpi_runs_without_the_library() {
    let (lines, said) = environment(&["--show"], &[]);
    assert_eq!(lines, ["HSPLIT_RUN=:HSPLIT_SHOW", "HSPLIT_SHOW=1"]);
    assert_eq!(
        said,
        "hsplit: run: which MPI env runs is not to be seen: name it with --mpi; the program runs without libhsplit\n"
    );
    // A program that is found without PATH is the same one.
    let output = hsplit(&["run", "true"]).env_clear().output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.contains(": which MPI true runs is not to be seen"), "{said}");
    // A program that cannot be started has one line with the reason.
    let script = super::file("carriage-return", b"#!/bin/sh\r\nexit 0\r\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).unwrap();
    for program in ["./no-program", "no-program", "/", "./Cargo.toml", script.to_str().unwrap()] {
        assert!(error(&["run", program], 1).starts_with(&format!("hsplit: {program}: ")));
    }
    std::fs::remove_file(script).unwrap();
    // One process of a job prints the messages.
    let (lines, said) = environment(&["--mpi", "abi"], &[("OMPI_COMM_WORLD_RANK", "0")]);
    assert!(lines.is_empty(), "{lines:?}");
    assert!(said.starts_with("hsplit: run: no libhsplit for abi is installed") && said.lines().count() == 1, "{said}");
    let (_, said) = environment(&["--mpi", "abi"], &[("OMPI_COMM_WORLD_RANK", "1")]);
    assert_eq!(said, "");
}

#[test]
fn a_pipe_is_no_program() {
    let pipe = super::file("pipe", b"");
    std::fs::remove_file(&pipe).unwrap();
    let name = pipe.to_str().unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(error(&["run", name], 1).contains("Permission denied"));
    assert!(error(&["run", "--library", name, "true"], 1).contains("is no shared library"));
    std::fs::remove_file(&pipe).unwrap();
    assert!(error(&["run", "--library", name, "true"], 1).contains(&format!("--library: {name}: No such file")));
}

#[test]
fn signals_and_descriptors_are_those_of_the_start() {
    // The state of a shell that is started with these words in front.
    let inside = |front: &str, set: &str| {
        let look = "grep SigIgn /proc/self/status; [ -e /proc/$$/fd/0 ] && echo open || echo closed";
        let script = format!("{set} exec {front} sh -c '{look}'");
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let command = assert_cmd::cargo::cargo_bin("hsplit");
    let command = command.display();
    for set in ["", "trap '' PIPE HUP;", "exec 0<&-;", "trap '' PIPE; exec 0<&-;"] {
        let bare = inside("", set);
        assert_eq!(inside(&format!("{command} run --mpi openmpi --"), set), bare, "{set}");
        assert_eq!(inside(&format!("{command} bind allowed --"), set), bare, "{set}");
    }
}

#[test]
fn the_exit_status_is_the_programs() {
    let mut command = hsplit(&["run", "--library", library(), "--", "sh", "-c", "exit 7"]);
    assert_eq!(command.output().unwrap().status.code(), Some(7));
}

#[test]
fn nothing_stands_before_the_program() {
    let mut command =
        hsplit(&["run", "--library", library(), "--collectives", "bcast", "sh", "-c", "echo $0 $1; exit 7"]);
    let output = command.args(["--show", "--"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(7), b"--show --\n".to_vec()));
    let values = ["run", "--library", library(), "--collectives", "bcast", "--", "printenv", "HSPLIT_COLLECTIVES"];
    assert_eq!(hsplit(&values).output().unwrap().stdout, b"bcast\n");
    let values = ["run", "--library", library(), "--collectives", "printenv", "HSPLIT_COLLECTIVES"];
    assert_eq!(hsplit(&values).output().unwrap().stdout, b"all\n");
}

/// The message if this process appears to be started by another MPI's launcher.
#[test]
fn another_mpis_launcher_is_named() {
    let said = |set: &[(&str, &str)], mpi: &str| {
        let mut command = hsplit(&["run", "--mpi", mpi, "true"]);
        for name in ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "MPI_LOCALRANKID", "PMI_RANK", "PMI_SIZE"] {
            command.env_remove(name);
        }
        let output = command.envs(set.iter().copied()).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let hydra = [("MPI_LOCALRANKID", "0"), ("PMI_RANK", "0"), ("PMI_SIZE", "4")];
    let line = said(&hydra, "openmpi");
    assert!(line.contains("the launcher is that of MPICH or Intel MPI") && line.contains("rank 0 of 1"), "{line}");
    assert!(said(&hydra, "mpich").lines().all(|line| !line.contains("rank 0 of 1")));
    let open_mpi = [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "4")];
    assert!(said(&open_mpi, "mpich").contains("the launcher is that of Open MPI"));
    let second = [("MPI_LOCALRANKID", "1"), ("PMI_RANK", "1"), ("PMI_SIZE", "4")];
    assert_eq!(said(&second, "openmpi").matches("rank 0 of 1").count(), 0);
}

#[test]
fn errors_are_one_line() {
    let said = |option: &str, status| error(&["run", option, "--", "true"], status);
    for (option, variable) in [("--log=loud", "HSPLIT_LOG"), ("--collectives=x", "HSPLIT_COLLECTIVES")] {
        let line = said(option, 2);
        assert!(line.contains(variable) && !line.contains("ignored"), "{line}");
    }
    assert!(said("--library=/no/such/file", 1).contains("--library"));
    assert_eq!(said("--library=/etc/passwd", 1), "hsplit: --library: /etc/passwd is no shared library\n");
    assert!(said("--library=/bin/true", 1).ends_with(" is no libhsplit, or an older one\n"));
    assert!(said("--emulate=node:x core:2", 2).starts_with("hsplit: --emulate: 'node:x'"));
    assert!(said("--emulate=core:2 pu:1 bind=core,spread", 2).starts_with("hsplit: --emulate: bind: "));
    assert!(said("--mpi=lam", 2).contains("openmpi, mpich, abi"));
    assert!(error(&["run"], 2).contains("PROGRAM"));
    assert!(error(&["run", "--library", library(), "--", "/no/such/program"], 1).contains("/no/such/program"));
}
