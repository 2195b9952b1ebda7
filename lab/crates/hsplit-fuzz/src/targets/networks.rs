// SPDX-License-Identifier: MIT OR Apache-2.0
//! Networks: topology files, host lists, the variables of Slurm.

use super::text;
use hsplit_core::network::hostlist::{collect, names};
use hsplit_core::network::slurm::of_variables;
use hsplit_core::network::{Format, in_a_line};

/// How many hosts are looked up.
const LOOKED_UP: usize = 20;

/// Reads a text in a form. A NUL byte ends a file; the next one begins the first of those that it may include.
fn read(form: Format, input: &[u8]) {
    let text = text(input);
    let mut files = text.split('\0');
    let main = files.next().unwrap_or_default();
    let others: Vec<&str> = files.collect();
    let include = |name: &str| {
        let file = others.get(name.len() % (others.len() + 1));
        file.map(|text| (*text).to_owned()).ok_or_else(|| "no such file".to_owned())
    };
    let tree = match form.read_for(main, Some("p"), &include) {
        Ok(tree) => tree,
        Err(errors) => {
            assert!(!errors.is_empty() && !in_a_line(&errors).is_empty());
            let lines = |text: &str| text.lines().count();
            let most = others.iter().copied().map(lines).fold(lines(main), usize::max);
            assert!(errors.iter().all(|error| error.at.line <= most && !error.text.is_empty()));
            return;
        }
    };
    let networks = tree.networks();
    assert_eq!(networks.len(), tree.hosts());
    for (host, network) in networks.into_iter().take(LOOKED_UP) {
        let found = tree.find(host).expect("a full name is never ambiguous").expect("it is a host of the tree");
        assert_eq!(found, network, "{host}");
        assert!(!network.to_string().is_empty() && !network.contradicts(&network));
        assert!(network.torus().is_none_or(|torus| torus.ring(0).is_some()));
    }
}

pub fn file(input: &[u8]) {
    read(Format::File, input);
    Format::of(&text(input));
}

pub fn slurm(input: &[u8]) {
    read(Format::Slurm, input);
}

pub fn coordinates(input: &[u8]) {
    read(Format::Coordinates, input);
}

pub fn fabric(input: &[u8]) {
    read(Format::Fabric, input);
}

pub fn hostlist(input: &[u8]) {
    let list = text(input);
    match names(&list) {
        Ok(all) => {
            let collected = collect(&all.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(names(&collected).as_ref(), Ok(&all), "{collected}");
            assert!(!all.is_empty() && all.iter().all(|name| !name.is_empty()));
        }
        Err(why) => assert!(!why.is_empty()),
    }
}

/// The values of two variables, neither of which can have a NUL byte.
pub fn variables(input: &[u8]) {
    let text = text(input).replace('\0', " ");
    let (address, pattern) = text.split_once('\n').unwrap_or((&text, "switch.switch.node"));
    match of_variables(address, pattern) {
        Ok(network) => {
            assert!(network.steps.len() <= pattern.matches('.').count());
            assert!(!network.to_string().is_empty() && !network.contradicts(&network));
            assert_eq!(of_variables(address, pattern), Ok(network));
        }
        Err(why) => assert!(!why.is_empty()),
    }
}
