// SPDX-License-Identifier: MIT OR Apache-2.0
//! Variables and configuration files, as `hsplit env`, `doctor` and `tree` show them.

use super::command::{error, hsplit, output};
use super::file;

#[test]
fn variables_are_shown_as_they_are() {
    let mut command = hsplit(&["env"]);
    command.env("HSPLIT_EMULTE", "x").env("HSPLIT_LOG", "loud").env("HSPLIT_ROOT", "/opt/hsplit");
    let text = String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap();
    assert!(text.contains("HSPLIT_EMULTE=x\n    UNKNOWN: not a variable of libhsplit\n"), "{text}");
    assert!(text.contains("WRONG: HSPLIT_LOG=loud is none of"), "{text}");
    assert!(text.contains("HSPLIT_ROOT=/opt/hsplit\n    For others"), "{text}");
    for name in ["rho", "HSPLIT_RHO", "sources"] {
        assert!(output(&["env", name]).starts_with("HSPLIT_SOURCES is not set\n"), "{name}");
    }
    let mut command = hsplit(&["env", "sources"]);
    command.env("HSPLIT_SOURCES", "zork");
    let sources = String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap();
    assert!(sources.contains("WRONG: HSPLIT_SOURCES: there is no source 'zork'"), "{sources}");
    assert!(error(&["env", ""], 2).contains("not a variable") && error(&["env", "zork"], 2).contains("zork"));
    for variable in hsplit_settings::VARIABLES {
        assert!(text.contains(variable.name) && text.contains(variable.help), "{}", variable.name);
    }
}

#[test]
fn warnings_of_configuration_files_are_shown() {
    let path = file("wrong.conf", b"\xef\xbb\xbfHSPLIT_LOG=info\nnothing\n");
    let text = |arguments: &[&str], path: &str, code: i32| {
        let result = hsplit(arguments).env("HSPLIT_CONFIG", path).assert().code(code);
        String::from_utf8(result.get_output().stdout.clone()).unwrap()
    };
    let known = path.to_str().unwrap();
    for (path, warning) in
        [(known, "line 2: 'nothing' is not NAME = VALUE"), ("/no/such.conf", "/no/such.conf: No such")]
    {
        for arguments in [&["env"][..], &["env", "HSPLIT_CONFIG"], &["env", "log"]] {
            let text = text(arguments, path, 0);
            assert!(text.contains("WRONG: ") && text.contains(warning), "{arguments:?}: {text}");
        }
        let text = text(&["doctor"], path, 1);
        assert!(text.contains("- WRONG: variables: ") && text.matches(warning).count() == 2, "{text}");
    }
    assert!(text(&["env", "log"], known, 0).starts_with("HSPLIT_LOG=info  ("));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn variables_that_hwloc_cannot_use_are_named() {
    let words = "hwloc cannot use HWLOC_XMLFILE=/no/such.xml; the topology of this machine is used\n";
    let text = |arguments: &[&str], code: i32| {
        let result = hsplit(arguments).env("HWLOC_XMLFILE", "/no/such.xml").assert().code(code);
        let of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (of(&result.get_output().stdout), of(&result.get_output().stderr))
    };
    let (told, said) = text(&["tree"], 0);
    assert!(told.starts_with("# machine:  this machine\n") && said == format!("hsplit: {words}"), "{told}{said}");
    let (told, _) = text(&["doctor"], 1);
    assert!(told.contains(&format!("- WRONG: hwloc: {words}")), "{told}");
}
