// SPDX-License-Identifier: MIT OR Apache-2.0
use super::*;

fn read(pairs: &[(&str, &str)]) -> (Settings, Vec<String>) {
    Settings::read(pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())))
}

#[test]
fn nothing_set_is_the_default() {
    let (settings, warnings) = read(&[("PATH", "/bin"), ("HSPLIT_ROOT", "/opt")]);
    assert!(warnings.is_empty());
    assert_eq!(settings.places.sources, ["emulated", "file", "coordinates", "fabric", "slurm", "node"]);
    assert_eq!((settings.log, settings.places.share, settings.disable), (LevelFilter::Warn, true, false));
}

#[test]
fn garbage_is_a_warning_that_names_the_variable() {
    for variable in
        VARIABLES.iter().filter(|v| v.values.contains('|') && !v.values.contains("FILE") && !v.values.contains("LEVEL"))
    {
        let (_, warnings) = read(&[(variable.name, "gar\u{1}bage")]);
        assert!(warnings.len() == 1 && warnings[0].contains(variable.name), "{}: {warnings:?}", variable.name);
    }
}

#[test]
fn a_level_in_place_of_the_node() {
    let shared = |text| read(&[("HSPLIT_SHARED", text)]);
    let level = |level: &str, calls: &[u32]| Some(Shared { level: level.to_owned(), calls: calls.to_vec() });
    assert_eq!(shared("numa").0.shared, level("numa", &[]));
    assert_eq!(shared("L3Cache,calls=1,3").0.shared, level("L3Cache", &[1, 3]));
    assert_eq!([shared("none").0.shared, shared("calls=2").0.shared], [None, None]);
    let (settings, warnings) = shared("numa calls=0");
    assert_eq!((settings.shared, warnings.len()), (None, 1), "{warnings:?}");
    let (settings, warnings) = shared("NUMANode,windows");
    assert_eq!((settings.shared, warnings.len()), (None, 1), "{warnings:?}");
}

#[test]
fn unknown_variables_are_named() {
    let (_, warnings) = read(&[("HSPLIT_SOURCES", "default,file=x")]);
    assert_eq!(warnings, ["HSPLIT_SOURCES: 'measured' is not among them; file= is ignored"]);
    assert!(read(&[("HSPLIT_SOURCES", "default,measured,file=x")]).1.is_empty());
    let (_, warnings) = read(&[("HSPLIT_EMULTE", "x")]);
    assert_eq!(warnings, ["HSPLIT_EMULTE is not a variable of libhsplit ('hsplit env' lists them); ignored"]);
}

#[test]
fn processes_with_other_settings_are_found_and_the_cautious_ones_are_taken() {
    let (own, _) = read(&[]);
    let differing = |pairs: &[(&str, &str)]| {
        let (other, _) = read(pairs);
        let both = own.decisive().into_iter().zip(other.decisive());
        both.filter(|(a, b)| a != b).map(|((name, _), _)| name).collect::<Vec<_>>()
    };
    for (name, value) in [
        ("HSPLIT_EXCHANGE", "reduce"),
        ("HSPLIT_NATIVE", "shared"),
        ("HSPLIT_SOURCES", "measured,default"),
        ("HSPLIT_COLLECTIVES", "all"),
        ("HSPLIT_EMULATE", "node:2 pu:2"),
        ("HSPLIT_TOPOLOGY_FILE", "switches"),
        ("HSPLIT_PHASES", "1=core"),
        ("HSPLIT_SHARED", "numa"),
        ("HSPLIT_WAIT", "sleep"),
        ("HSPLIT_REORDER", "cart"),
        ("HSPLIT_REORDER", "cost=model"),
        ("HSPLIT_REORDER", "weights=1,2"),
        ("HSPLIT_SHOW", "1"),
        ("HSPLIT_SUMMARY", "stderr"),
        ("HSPLIT_MONITOR", "gather"),
    ] {
        assert_eq!(differing(&[(name, value)]), [name]);
    }
    assert!(differing(&[("HSPLIT_MONITOR", "parts")]).is_empty());
    // The partition of a job counts if it selects a topology of a file.
    let partition = ("SLURM_JOB_PARTITION", "batch");
    assert!(differing(&[partition]).is_empty());
    assert_eq!(differing(&[partition, ("HSPLIT_TOPOLOGY_FILE", "/etc/topology.conf")]), ["HSPLIT_TOPOLOGY_FILE"]);
    let of_slurm = [partition, ("HSPLIT_TOPOLOGY_FILE", "/etc/slurm/topology.yaml")];
    assert_eq!(differing(&of_slurm), ["HSPLIT_TOPOLOGY_FILE", "SLURM_JOB_PARTITION"]);
    let (settings, warnings) = read(&of_slurm);
    assert_eq!((settings.places.partition.as_deref(), warnings.len()), (Some("batch"), 0));
    assert_eq!(settings.without(&["SLURM_JOB_PARTITION"]).places.partition, None);
    // Options matter only if the feature is enabled.
    assert!(differing(&[("HSPLIT_COLLECTIVES", "segment=100,strategy=flat")]).is_empty());
    assert!(differing(&[("HSPLIT_EMULATE", "bind=core")]).is_empty());
    for (name, [one, other]) in [
        ("HSPLIT_COLLECTIVES", ["all,segment=100", "all,segment=200"]),
        ("HSPLIT_COLLECTIVES", ["all,short=off", "all"]),
        ("HSPLIT_EMULATE", ["pu:2 bind=pu", "pu:2 bind=none"]),
        ("HSPLIT_EMULATE", ["/machine.xml bind=/bindings", ""]),
    ] {
        assert_ne!(read(&[(name, one)]).0.decisive(), read(&[(name, other)]).0.decisive(), "{one}");
    }
    let measured = read(&[("HSPLIT_SOURCES", "measured,default")]).0.without(&["HSPLIT_SOURCES"]);
    assert_eq!(measured.places.sources, own.places.sources);
}

#[test]
fn values_are_read() {
    let (settings, warnings) = read(&[
        ("HSPLIT_LOG", "Debug,ranks=0, 3"),
        ("HSPLIT_NATIVE", "SHARED,"),
        ("HSPLIT_EXCHANGE", "reduce"),
        ("HSPLIT_SHOW", "1"),
    ]);
    assert!(warnings.is_empty(), "{warnings:?}");
    for (text, fraction) in [("0.3", 0.3), ("30%", 0.3), ("0", 0.0), ("1", 1.0)] {
        assert_eq!(read(&[("HSPLIT_SOURCES", &format!("measured,rho={text}"))]).0.tolerance.fraction(), fraction);
    }
    for text in ["1.5", "-0.1", "nan", "30", "x%"] {
        assert_eq!(
            read(&[("HSPLIT_SOURCES", &format!("rho={text}"))]).1,
            [format!("HSPLIT_SOURCES: rho={text} is none of: FRACTION | PERCENT%; ignored")]
        );
    }
    assert_eq!(
        read(&[("HSPLIT_SOURCES", "measured, DEFAULT,node")]).0.places.sources.join(","),
        format!("measured,{DEFAULT_SOURCES}")
    );
    assert_eq!(read(&[("HSPLIT_SOURCES", ",")]).0.places.sources.join(","), DEFAULT_SOURCES);
    let (known, unknown) = read(&[("HSPLIT_SOURCES", "zork,node")]);
    assert_eq!((known.places.sources, unknown.len()), (vec!["node".to_owned()], 1));
    assert_eq!(settings.log_ranks, Some(vec![0, 3]));
    assert_eq!(settings.native, ["shared"]);
    assert_eq!((settings.log, settings.exchange, settings.show), (LevelFilter::Debug, Exchange::Reduced, true));
    let (settings, warnings) = read(&[("HSPLIT_COLLECTIVES", "Bcast:1MiB,segment=8k")]);
    assert!(warnings.is_empty() && settings.collectives.any() && settings.segment == 8192, "{warnings:?}");
    assert_eq!(read(&[("HSPLIT_COLLECTIVES", "bcst,segment=0,memory=on")]).1.len(), 3);
    let fixed = |text| read(&[("HSPLIT_COLLECTIVES", text)]).0.strategy.to_string();
    assert_eq!(fixed("all,strategy=ECEF-LA:inside=chain:segment=4KiB,short=off"), "ECEF-LA,inside=chain,segment=4096");
    let former = read(&[("HSPLIT_COLLECTIVES", "all"), ("HSPLIT_STRATEGY", "flat, segment=4KiB")]).0;
    assert_eq!((former.strategy.to_string().as_str(), former.segment), ("flat,segment=4096", choice::SEGMENT));
    let micros = |text| read(&[("HSPLIT_WAIT", text)]).0.wait.map(|wait| wait.as_micros());
    assert_eq!(
        ["native", "Sleep", "sleep:7", "sleep:0", "sleep:x", "nap"].map(micros),
        [None, Some(50), Some(7), None, None, None]
    );
    let phases = |text| read(&[("HSPLIT_PHASES", text)]).0.phases;
    let found: Vec<_> = phases("2=2: ; 1=NUMANode;").iter().map(|(level, shape)| format!("{level}={shape}")).collect();
    assert_eq!(found, ["1=numanode", "2=2:"]);
    for text in ["0=core", "-1=core", "1=core;1=l2", "1", "1=*", "x=core"] {
        assert_eq!(phases(text), [], "{text}");
    }
    assert_eq!(
        ["Off", "1MiB"].map(|text| read(&[("HSPLIT_COLLECTIVES", &format!("memory={text}"))]).0.memory),
        [None, Some(1 << 20)]
    );
    assert_eq!(
        ["off", "0", "1KiB", "65KiB"].map(|text| read(&[("HSPLIT_COLLECTIVES", &format!("short={text}"))]).0.short),
        [None, Some(0), Some(1 << 10), Some(64 << 10)]
    );
}
