// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of levels and devices, as info objects have them.

use std::sync::{Arc, LazyLock};

use super::text;
use hsplit_core::device::Device;
use hsplit_core::level::{Level, aliases, canonical, is_named, resource_type, torus_dimension};
use hsplit_core::name::Name;
use hsplit_core::place::{Place, Step};
use hsplit_core::request::Request;

/// A place below two levels of switches, with devices at its package.
static PLACE: LazyLock<Place> = LazyLock::new(|| {
    let inside = |name: &str| Level::new(&[Name::new(name)]);
    let levels = [
        Level::network(0, &["island"]),
        Level::network(1, &["leaf"]),
        inside("Machine"),
        inside("Package"),
        inside("L3Cache"),
        inside("Core"),
    ];
    let mut steps: Vec<Step> = levels.into_iter().map(|level| Step::new(Arc::new(level), 1)).collect();
    let names = ["gpu0", "cuda0", "pci:0000:c1:00.0", "gpu"];
    steps[3].devices = Some([Device::new(names.map(str::to_owned).to_vec())].into());
    Place::new(steps)
});

pub fn names(input: &[u8]) {
    let name = text(input);
    let canonical_name = canonical(&name);
    assert_eq!(canonical_name, canonical(&name.to_ascii_uppercase()));
    for alias in aliases(&name) {
        assert!(is_named(std::slice::from_ref(&canonical_name), &canonical(alias)), "{alias}");
    }
    torus_dimension(&canonical_name);
    let bus_id = canonical(&format!("pci:{name}"));
    assert!(!bus_id.starts_with("pci:") || canonical(&bus_id) == bus_id);
    let request = Request::guided(0, 0, PLACE.clone(), &name);
    assert!(request.shared_depth.is_none_or(|depth| depth <= PLACE.steps().len()));
    // A level has no control characters in its name.
    if !name.contains(char::is_control) {
        let level = Level::network(0, &[&name]);
        assert!(level.answers_to(&canonical_name) && level.answers_to(&canonical(&resource_type(level.name()))));
    }
}
