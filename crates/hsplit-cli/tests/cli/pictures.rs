// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pictures and pages of `hsplit tree`.

use super::{NODE, error, hsplit, output};

#[test]
fn svg_is_well_formed() {
    let path = std::env::temp_dir().join(format!("hsplit-test-{}.svg", std::process::id()));
    assert_eq!(output(&["tree", "-i", &format!("a<b&c:2 node:4 {NODE}"), "-o", path.to_str().unwrap()]), "");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(is_well_formed(&text) && text.contains("4 x Machine #0-3") && text.contains("a&lt;b&amp;c"), "{text}");
}

/// True if a picture is well-formed.
pub fn is_well_formed(text: &str) -> bool {
    let mut open: Vec<String> = vec![];
    for event in svg::read(text).unwrap() {
        use svg::node::element::tag::Type;
        use svg::parser::Event;
        match event {
            Event::Tag(name, Type::Start, _) => open.push(name.to_owned()),
            Event::Tag(name, Type::End, _) if open.pop().as_deref() != Some(name) => return false,
            Event::Error(_) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// Returns the texts in a picture.
pub fn texts(svg: &str) -> Vec<&str> {
    let parts = svg.split("</text>").filter_map(|part| part.rsplit('>').next());
    parts.map(str::trim).filter(|text| !text.is_empty()).collect()
}

#[test]
fn levels_of_a_picture_have_colours() {
    let svg = output(&["tree", "-i", &format!("island:2 leaf:2 node:4 {NODE}"), "--of", "svg"]);
    for text in ["Net_level0 = island", "Net_level1 = leaf", "Machine", "L3Cache = Package = NUMANode"] {
        assert!(texts(&svg).contains(&text), "{text}: {svg}");
    }
    // The pile of boxes, and the legend.
    for colour in ["#cfe0f5", "#fde6c0"] {
        assert_eq!(svg.matches(&format!("fill=\"{colour}\"")).count(), 2 + 1, "{svg}");
    }
}

#[test]
fn a_full_picture_has_every_core_in_place() {
    let svg = output(&["tree", "-i", "leaf:2 node:2 package:2 core:3 pu:2", "-n", "20", "--full", "--of", "svg"]);
    assert!(is_well_formed(&svg), "{svg}");
    let texts = texts(&svg);
    let with = |text: &str| texts.iter().filter(|&&one| one == text).count();
    for text in (0..20).map(|rank| rank.to_string()) {
        assert_eq!(with(&text), 1, "{text}: {texts:?}");
    }
    for text in ["MPI_COMM_WORLD: 20 ranks", "leaf 0", "leaf 1", "node 0", "node 3", "Net_level0 = leaf", "Package"] {
        assert_eq!(with(text), 1, "{text}: {texts:?}");
    }
    // One is in the legend.
    assert_eq!(svg.matches("fill=\"#c4c4c4\"").count(), 4 + 1, "{svg}");
    assert!(svg.contains("node 3, core 5") && svg.matches("core 5").count() == 4, "{svg}");
}

#[test]
fn the_full_pictures_in_the_documents() {
    let is_as_drawn = |file: &str, machine: &[&str]| {
        let picture = format!("{}/../../docs/src/{file}", env!("CARGO_MANIFEST_DIR"));
        let drawn = output(&[&["tree", "--full", "--of", "svg", "-i"], machine].concat());
        assert_eq!(drawn, std::fs::read_to_string(picture).unwrap(), "{file}");
    };
    is_as_drawn("small-cluster.svg", &["node:2 package:2 [numa] l3:1 core:2 pu:1"]);
    is_as_drawn("reference/full.svg", &["leaf:2 node:2 package:2 [numa] l3:2 core:4 pu:1", "-n", "60"]);
}

#[test]
fn memory_devices_and_process_sets_are_on_one_picture() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let mut command = hsplit(&["tree", "--devices", "-i", "c-tests/topologies/gpus.xml", "--of", "svg"]);
    let svg = String::from_utf8(command.current_dir(root).output().unwrap().stdout).unwrap();
    assert!(is_well_formed(&svg), "{svg}");
    let shown = texts(&svg);
    for line in ["gpu2, gpu3, mlx5_1", "NUMA node 1, 16.0 GiB", "hwloc://Package, hwloc://NUMANode, hwloc://L3Cache"] {
        assert!(shown.contains(&line), "{line}: {shown:?}");
    }
    assert_eq!(svg, std::fs::read_to_string(format!("{root}docs/src/guide/devices.svg")).unwrap());
    let hbm = output(&["tree", "--devices", "-i", &format!("{root}c-tests/topologies/hbm.xml"), "--of", "svg"]);
    assert!(texts(&hbm).contains(&"NUMA node 1, high bandwidth, 16.0 GiB"), "{hbm}");
    // A NUMA node for each core.
    let narrow =
        output(&["tree", "--devices", "-i", "package:2 group:2 [numa(memory=1GB)] core:1 pu:1", "--of", "svg"]);
    assert_eq!(texts(&narrow).iter().filter(|text| text.starts_with("NUMA node ")).count(), 4, "{narrow}");
    assert_eq!(error(&["tree", "--devices", "--of", "json"], 2), "hsplit: --devices: it is a text or a picture\n");
}

#[test]
fn a_full_picture_has_ranks_where_they_are_bound() {
    let machine = ["tree", "-i", "node:2 package:2 core:2 pu:2", "--full", "--of", "svg"];
    let words = |arguments: &[&str], expected: &[&str]| {
        let svg = output(&[&machine[..], arguments].concat());
        let texts = texts(&svg);
        expected.iter().for_each(|text| assert!(texts.contains(text), "{text}: {texts:?}"));
    };
    words(&["--bind", "pu,by-node"], &["0-1", "14-15"]);
    words(&["-n", "8", "--bind", "package,by-node"], &["ranks 0-1", "ranks 6-7"]);
    words(&["-n", "3", "--bind", "none"], &["node 0", "ranks 0-2"]);
    words(&["-n", "1", "--bind", "none"], &["rank 0"]);
}

/// Returns the folder of a program that replaces rsvg-convert.
fn converter(name: &str) -> String {
    format!("{}/tests/converters/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn pixels_and_pages_are_made_from_the_svg() {
    let svg = output(&["tree", "-i", "node:2 core:2 pu:1", "--of", "svg"]);
    for (form, options) in [("png", "--format=png --zoom=2"), ("pdf", "--format=pdf")] {
        let file = std::env::temp_dir().join(format!("hsplit-converted-{}.{form}", std::process::id()));
        let mut command = hsplit(&["tree", "-i", "node:2 core:2 pu:1", "-o", file.to_str().unwrap()]);
        command.env("PATH", converter("whole")).assert().success().stdout("");
        let written = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(file).unwrap();
        assert_eq!(written, format!("{options}\n{svg}"));
    }
}

#[test]
fn a_picture_that_cannot_be_made() {
    let said = |path: &str| {
        let result = hsplit(&["tree", "-i", "core:2 pu:1", "-o", "/no/tree.png"]).env("PATH", path).assert().code(1);
        String::from_utf8_lossy(&result.get_output().stderr).into_owned()
    };
    let missing = "rsvg-convert (Debian's librsvg2-bin) is not installed; .svg needs no other program";
    assert_eq!(said("/no"), format!("hsplit: /no/tree.png: {missing}\n"));
    assert_eq!(said(&converter("broken")), "hsplit: /no/tree.png: rsvg-convert: two; lines\n");
    assert!(said(&converter("whole")).starts_with("hsplit: /no/tree.png: cannot write: "));
}

#[test]
fn a_full_picture_has_its_limits() {
    let said = error(&["tree", "-i", "node:1000 core:64 pu:1", "--full", "--of", "svg"], 1);
    assert_eq!(said, "hsplit: --full: 64000 cores are too many for one picture; 16384 are the most\n");
    let said = error(&["tree", "-i", "node:2 core:2 pu:1", "--full"], 2);
    assert!(said.starts_with("hsplit: --full: it is a picture: -o FILE.svg"), "{said}");
}
