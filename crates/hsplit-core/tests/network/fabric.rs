// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of `ibnetdiscover`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use hsplit_core::level::Level;
use hsplit_core::name::Name;
use hsplit_core::place::Step;

use super::{errors, groups, left_out, path, read};

/// A fat tree in the output of `ibnetdiscover`, with `spines` for each pod and `cores` above all of them.
pub(crate) fn fat_tree(pods: usize, leaves: usize, hosts: usize, spines: usize, cores: usize) -> String {
    let mut text = String::from("#\n# Topology file: generated on Sat Nov 21 2026\n#\n\n");
    let mut links: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut link = |a: String, b: String| {
        links.entry(a.clone()).or_default().push(b.clone());
        links.entry(b).or_default().push(a);
    };
    for pod in 0..pods {
        for spine in 0..spines {
            (0..leaves).for_each(|leaf| link(format!("S-1{pod:03}{leaf:03}"), format!("S-2{pod:03}{spine:03}")));
            (0..cores).for_each(|core| link(format!("S-2{pod:03}{spine:03}"), format!("S-3000{core:03}")));
        }
        for leaf in 0..leaves {
            (0..hosts).for_each(|host| {
                link(format!("S-1{pod:03}{leaf:03}"), format!("H-{:04}", (pod * leaves + leaf) * hosts + host + 1))
            });
        }
    }
    let name =
        |id: &str| id.strip_prefix("H-").map_or_else(|| format!("sw{}", &id[2..]), |number| format!("n{number} HCA-1"));
    for (id, peers) in &links {
        let kind = if id.starts_with("S-") { "Switch" } else { "Ca" };
        let _ = writeln!(
            text,
            "vendid=0x2c9\ndevid=0xcb20\nsysimgguid=0x{}\n{}guid=0x{}({})\n{kind}\t{} \
             \"{id}\"\t\t# \"{}\" base port 0 lid 6 lmc 0",
            &id[2..],
            kind.to_lowercase(),
            &id[2..],
            &id[2..],
            peers.len(),
            name(id)
        );
        for (port, peer) in peers.iter().enumerate() {
            let _ = writeln!(text, "[{}]\t\"{peer}\"[1](f45214030005)\t\t# \"{}\" lid 4 4xEDR", port + 1, name(peer));
        }
        text.push('\n');
    }
    text
}

#[test]
fn fabric_a_handful() {
    // The example of its manual page: two switches in a row, both with hosts, so no hierarchy; adapters without a host.
    let text = concat!(
        "#\n# Topology file: generated on Tue Jun  5 14:15:10 2007\n#\n",
        "# Max of 3 hops discovered\n",
        "# Initiated from node 0008f10403960558 port 0008f10403960559\n\nNon-Chassis Nodes\n\n",
        "vendid=0x8f1\ndevid=0x5a06\nsysimgguid=0x5442ba00003000\n",
        "switchguid=0x5442ba00003080(5442ba00003080)\n",
        "Switch  24 \"S-005442ba00003080\"         # \"ISR9024 Voltaire\" base port 0 lid 6 lmc 0\n",
        "[22]    \"H-0008f10403961354\"[1](8f10403961355)         # \"a HCA-1\" lid 4 4xSDR\n",
        "[10]    \"S-0008f10400410015\"[1]         # \"SW-6IB4 Voltaire\" lid 3 4xSDR\n",
        "[8]     \"H-0008f10403960558\"[2](8f1040396055a)          ",
        "# \"MT23108 InfiniHost Mellanox Technologies\" lid 14 4xSDR\n",
        "\nvendid=0x8f1\ndevid=0x5a05\nswitchguid=0x8f10400410015(8f10400410015)\n",
        "Switch  8 \"S-0008f10400410015\"          # \"SW-6IB4 Voltaire\" base port 0 lid 3 lmc 0\n",
        "[6]     \"H-0008f10403960984\"[1](8f10403960985)          # \"b HCA-1\" lid 16 4xSDR\n",
        "[5]     \"H-0008f10403960985\"[1](8f10403960985)          # \"c HCA-1\" lid 17 4xSDR\n",
        "[4]     \"H-ffff\"[1](1)          # \"Mellanox Technologies Aggregation Node\" lid 18 4xSDR\n",
        "[1]     \"S-005442ba00003080\"[10]                # \"ISR9024 Voltaire\" lid 6 1xSDR\n",
    );
    let tree = read(text);
    assert_eq!(path(&tree, "a"), "Net_level0=Machine#1");
    assert_eq!(path(&tree, "c"), "Net_level0#0 Machine#1");
    assert_eq!(tree.notes, ["1 adapters are not called 'HOST' or 'HOST DEVICE': their hosts are unknown"]);
    assert_eq!(
        tree.found,
        ["no tree: 'SW-6IB4 Voltaire' and 'ISR9024 Voltaire' are linked and equally far from the hosts; unguided \
          splits halve the network where few links are cut"]
    );
}

#[test]
fn fabric_trees() {
    let two = read(&fat_tree(1, 3, 4, 2, 0));
    assert!(two.notes.is_empty(), "{:?}", two.notes);
    assert_eq!((two.hosts(), two.switches()), (12, 4));
    assert_eq!(path(&two, "n0001"), "Net_level0#0 sw1000000=Net_level1#0 Machine#0");
    assert_eq!(path(&two, "n0012"), "Net_level0#0 sw1000002=Net_level1#2 Machine#3");
    // The only spine of each pod gives its name to the group.
    let three = read(&fat_tree(2, 2, 2, 1, 2));
    assert_eq!(path(&three, "n0008"), "Net_level0#0 sw2001000=Net_level1#1 sw1001001=Net_level2#1 Machine#1");
    // Two rails: every host has a second adapter, on a switch of its own rail.
    let rails = concat!(
        "Switch 4 \"S-a\" # \"a\"\n[1] \"H-1\"[1](1) # \"n1 mlx5_0\" lid 1\n",
        "[2] \"H-2\"[1](1) # \"n2 mlx5_0\" lid 1\n\nSwitch 4 \"S-b\" # \"b\"\n",
        "[1] \"H-3\"[1](1) # \"n1 mlx5_1\" lid 1\n[2] \"H-4\"[1](1) # \"n2 mlx5_1\" lid 1\n",
    );
    let tree = read(rails);
    assert_eq!(path(&tree, "n2"), "a=Net_level0#0 Machine#1");
    assert_eq!(tree.found, ["2 hosts have adapters on several switches: the first adapter of each counts"]);
}

/// A section of a switch: its identifier and its peers, `switch` or `host adapter`.
fn switch(id: &str, peers: &[&str]) -> String {
    let mut text = format!("Switch 40 \"S-{id}\" # \"{id}\"\n");
    for (port, peer) in peers.iter().enumerate() {
        let kind = if peer.starts_with(char::is_uppercase) { 'S' } else { 'H' };
        let _ = writeln!(text, "[{}] \"{kind}-{peer}\"[1](1) # \"{peer}\"", port + 1);
    }
    text
}

/// Two pods of two leaf switches, two spines each and two cores, with more hosts on some switches.
fn managed(more: &[(&str, &str)]) -> String {
    let mut links: Vec<(&str, Vec<&str>)> = vec![
        ("A1", vec!["a1 HCA-1", "a2 HCA-1", "a3 HCA-1", "SA1", "SA2"]),
        ("A2", vec!["a4 HCA-1", "a5 HCA-1", "a6 HCA-1", "SA1", "SA2"]),
        ("B1", vec!["b1 HCA-1", "b2 HCA-1", "b3 HCA-1", "SB1", "SB2"]),
        ("B2", vec!["b4 HCA-1", "b5 HCA-1", "b6 HCA-1", "SB1", "SB2"]),
        ("SA1", vec!["C1"]),
        ("SA2", vec!["C2"]),
        ("SB1", vec!["C1"]),
        ("SB2", vec!["C2"]),
        ("C1", vec![]),
        ("C2", vec![]),
    ];
    for (switch, host) in more {
        links.iter_mut().filter(|(id, _)| id == switch).for_each(|(_, peers)| peers.push(host));
    }
    links.iter().map(|(id, peers)| switch(id, peers)).collect()
}

#[test]
fn hosts_that_manage_a_fabric() {
    let hosts: Vec<String> = ["a", "b"].iter().flat_map(|pod| (1..=6).map(move |n| format!("{pod}{n}"))).collect();
    let plain = read(&managed(&[]));
    assert_eq!(path(&plain, "b6"), "Net_level0#0 Net_level1#1 B2=Net_level2#1 Machine#2");
    let places: &[&[(&str, &str)]] = &[
        &[("C1", "ufm1 HCA-1")],
        &[("C1", "ufm1 HCA-1"), ("C2", "ufm2 HCA-1")],
        &[("SA1", "ufm1 HCA-1"), ("SB2", "ufm2 HCA-1")],
        &[("SA1", "ufm1 HCA-1"), ("C1", "ufm2 HCA-1")],
    ];
    for more in places {
        let tree = read(&managed(more));
        assert!(tree.notes.is_empty(), "{:?}", tree.notes);
        assert_eq!(tree.hosts(), 12 + more.len());
        assert_eq!(groups(&tree, &hosts), groups(&plain, &hosts), "{more:?}");
    }
    let managed_by = |more| path(&read(&managed(more)), "ufm1");
    assert_eq!(managed_by(places[0]), "Net_level0#0 Machine#2");
    assert_eq!(managed_by(places[2]), "Net_level0#0 Net_level1#0 Machine#2");
    // A leaf switch with few hosts is still a leaf switch.
    let mut few = managed(&[]);
    few.push_str(&switch("A3", &["login HCA-1", "SA1", "SA2"]));
    let tree = read(&few);
    assert_eq!(groups(&tree, &hosts), groups(&plain, &hosts));
    assert_eq!(path(&tree, "login"), "Net_level0#0 Net_level1#0 A3=Net_level2=Machine#2");
}

#[test]
fn adapters_by_number_and_by_one_word() {
    // A compute and a storage rail: mlx5_2 comes before mlx5_10.
    let rails = [
        switch("Compute1", &["a mlx5_2", "b mlx5_2"]),
        switch("Compute2", &["c mlx5_2", "d mlx5_2"]),
        switch("Astore", &["a mlx5_10", "b mlx5_10", "c mlx5_10", "d mlx5_10"]),
    ];
    let tree = read(&rails.concat());
    assert_eq!(path(&tree, "b"), "Compute1=Net_level0#0 Machine#1");
    assert_eq!(path(&tree, "c"), "Compute2=Net_level0#1 Machine#0");
    // The other rail, and one that is not there.
    let storage = read(&format!("# rail mlx5_10\n{}", rails.concat()));
    assert_eq!(path(&storage, "b"), path(&storage, "c").replace("#2", "#1"));
    assert_eq!(left_out(&format!("# rail mlx5_1\n{}", rails.concat())), ["line 1: no host has an adapter 'mlx5_1'"]);
    // So are hosts.
    let tree = read(&(switch("L1", &["n1 mlx5_0", "n10 mlx5_0", "n2 mlx5_0"]) + &switch("L2", &["n3 mlx5_0"])));
    for (place, host) in ["n1", "n2", "n10"].into_iter().enumerate() {
        assert_eq!(path(&tree, host), format!("L1=Net_level0#0 Machine#{place}"));
    }
    // An adapter may have only the name of its host; a name that very many adapters have is not that of a host.
    let words = [switch("L1", &["n1", "N2"]).replace("S-N2", "H-N2"), switch("L2", &["n3", "n4"])];
    let link = |n| format!("[{n}] \"H-x{n}\"[1](1) # \"MT25408\"\n");
    let makers: String = (10..30).map(link).collect();
    let tree = read(&(words.concat() + &makers));
    assert_eq!((tree.hosts(), path(&tree, "n2").as_str()), (4, "L1=Net_level0#0 Machine#1"));
    assert_eq!(tree.notes, ["20 adapters are not called 'HOST' or 'HOST DEVICE': their hosts are unknown"]);
}

/// A fabric with these links between leaf switches (`L`), spines (`S`) and hosts. The identifiers of the switches do
/// not depend on their positions.
fn of_links(links: &[(String, String)]) -> String {
    let hidden = |name: &str| match name.starts_with(char::is_uppercase) {
        true => format!("X{:016x}", hsplit_core::hash::hash(name.as_bytes())),
        false => format!("{name} HCA-1"),
    };
    let mut peers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (a, b) in links {
        peers.entry(hidden(a)).or_default().push(hidden(b));
        if b.starts_with(char::is_uppercase) {
            peers.entry(hidden(b)).or_default().push(hidden(a));
        }
    }
    peers.iter().map(|(id, peers)| switch(id, &peers.iter().map(String::as_str).collect::<Vec<_>>())).collect()
}

/// A dragonfly of at most 4h + 2 groups: 2h routers with h hosts each, h links to other groups at each router.
fn dragonfly(h: usize, groups: usize) -> (String, Vec<Vec<String>>) {
    let (mut links, mut hosts) = (vec![], vec![]);
    let router = |group: usize, router: usize| format!("L{group}.{router}");
    for group in 0..groups {
        let mut own = vec![];
        for a in 0..2 * h {
            for host in 0..h {
                links.push((router(group, a), format!("g{group}r{a}h{host}")));
                own.push(format!("g{group}r{a}h{host}"));
            }
            links.extend((0..a).map(|b| (router(group, a), router(group, b))));
        }
        // The global link of a group to the one `far` positions after it.
        for far in 1..groups {
            let other = (group + far) % groups;
            if group < other {
                links.push((router(group, (far - 1) / h), router(other, (groups - far - 1) / h)));
            }
        }
        hosts.push(own);
    }
    (of_links(&links), hosts)
}

/// Checks that the hosts of each group share a level with the name of groups, with no other hosts in it.
fn are_groups(tree: &hsplit_core::network::SwitchTree, hosts: &[Vec<String>]) {
    let mut seen = std::collections::BTreeSet::new();
    for hosts in hosts {
        let group = |host: &String| {
            let network = tree.find(host).unwrap().unwrap();
            let depth = network.steps.iter().position(|step| step.level.answers_to("net_group")).expect("a group");
            network.steps[..=depth].iter().map(|step| step.instance).collect::<Vec<_>>()
        };
        let of_first = group(&hosts[0]);
        assert!(hosts.iter().all(|host| group(host) == of_first), "{hosts:?}");
        assert!(seen.insert(of_first), "{hosts:?}");
    }
}

#[test]
fn groups_of_a_dragonfly() {
    for (h, groups) in [(2, 9), (2, 7), (3, 19), (4, 33)] {
        let (text, hosts) = dragonfly(h, groups);
        let tree = read(&text);
        are_groups(&tree, &hosts);
        assert_eq!(
            tree.found,
            [format!(
                "no tree: {groups} groups of {} switches with 1 links between two groups, found by their links, \
                 are the level Net_group",
                2 * h
            )]
        );
        // The whole, the group, the router.
        assert_eq!(tree.find("g3r1h0").unwrap().unwrap().steps.len(), 3);
    }
}

/// Groups of leaf switches and spines, whose spines are linked with those of other groups.
#[test]
fn groups_of_a_dragonfly_with_spines() {
    let (mut links, mut hosts) = (vec![], vec![]);
    for group in 0..5 {
        for leaf in 0..3 {
            links.extend((0..4).map(|host| (format!("L{group}.{leaf}"), format!("g{group}l{leaf}h{host}"))));
            links.extend((0..4).map(|spine| (format!("L{group}.{leaf}"), format!("S{group}.{spine}"))));
        }
        hosts.push((0..3).flat_map(|leaf| (0..4).map(move |host| format!("g{group}l{leaf}h{host}"))).collect());
        for other in 0..group {
            links.push((format!("S{group}.{}", other % 4), format!("S{other}.{}", (group - 1) % 4)));
        }
    }
    let tree = read(&of_links(&links));
    are_groups(&tree, &hosts);
    assert!(tree.found[0].starts_with("no tree: 5 groups of 7 switches with 1 links"), "{:?}", tree.found);
}

/// A torus of two hosts on each router, without its first links.
fn torus(x: usize, y: usize, without: usize) -> String {
    let router = |i: usize, j: usize| format!("L{}.{}", i % x, j % y);
    let (mut links, mut hosts) = (vec![], vec![]);
    for (i, j) in (0..x).flat_map(|i| (0..y).map(move |j| (i, j))) {
        links.extend([(router(i, j), router(i + 1, j)), (router(i, j), router(i, j + 1))]);
        hosts.extend((0..2).map(|host| (router(i, j), format!("n{i}.{j}.{host}"))));
    }
    of_links(&[&links[without..], &hosts].concat())
}

#[test]
fn hosts_of_a_torus_have_coordinates() {
    for (x, y, dims) in [(4, 4, [4, 4]), (3, 5, [5, 3]), (3, 3, [3, 3]), (8, 3, [8, 3])] {
        let tree = read(&torus(x, y, 0));
        assert_eq!(tree.found, [format!("no tree: a torus of {} x {} switches, found by its links", dims[0], dims[1])]);
        let at = |i: usize, j: usize, host: usize| {
            let network = tree.find(&format!("n{}.{}.{host}", i % x, j % y)).unwrap().unwrap();
            network.torus().cloned().expect("coordinates")
        };
        for (i, j) in (0..x).flat_map(|i| (0..y).map(move |j| (i, j))) {
            let own = at(i, j, 0);
            assert_eq!((own.dims[..].to_vec(), own.coords()), (dims.to_vec(), at(i, j, 1).coords()));
            for next in [at(i + 1, j, 0), at(i, j + 1, 1)] {
                let both = own.coords().into_iter().zip(next.coords());
                assert_eq!(hsplit_core::network::way_around(both, dims.into_iter()), 1, "{x} x {y}: {i},{j}");
                assert_ne!(own.position, next.position);
            }
        }
        let network = tree.find("n1.2.1").unwrap().unwrap();
        assert!(network.steps.is_empty() && network.halves.unwrap()[0].level.answers_to("net_torus_half0"));
    }
}

#[test]
fn a_torus_may_lack_links() {
    let tree = read(&torus(6, 4, 2));
    assert_eq!(tree.found, ["no tree: a torus of 6 x 4 switches, found by its links, of which it lacks 2"]);
    assert!(tree.find("n1.2.1").unwrap().unwrap().torus().is_some());
}

#[test]
fn groups_of_a_hyper_x_have_its_longest_dimensions() {
    let router = |at: [usize; 3]| format!("L{}.{}.{}", at[0], at[1], at[2]);
    let all: Vec<[usize; 3]> = (0..24).map(|at| [at / 12, at / 4 % 3, at % 4]).collect();
    let mut links = vec![];
    for (index, &a) in all.iter().enumerate() {
        let is_linked = |b: &&[usize; 3]| a.iter().zip(b.iter()).filter(|(a, b)| a != b).count() == 1;
        links.extend(all[..index].iter().filter(is_linked).map(|&b| (router(a), router(b))));
        links.extend((0..2).map(|host| (router(a), format!("n{}.{}.{}.{host}", a[0], a[1], a[2]))));
    }
    let tree = read(&of_links(&links));
    assert_eq!(
        tree.found,
        ["no tree: a HyperX of 4 x 3 x 2 switches, found by its links; Net_hyperx1 is a row of its longest dimension"]
    );
    let group = |host: &str, level: &str| {
        let steps = tree.find(host).unwrap().unwrap().steps;
        assert_eq!(steps.len(), 4, "the whole, a plane, a row, a switch");
        let depth = steps.iter().position(|step| step.level.answers_to(level)).expect("a level of this name");
        steps[..=depth].iter().map(|step| step.instance).collect::<Vec<_>>()
    };
    for at in &all {
        let host = |[x, y, z]: [usize; 3]| format!("n{x}.{y}.{z}.1");
        let own = |level: &str| group(&host(*at), level);
        assert_eq!(own("net_hyperx1"), group(&host([at[0], at[1], 0]), "net_hyperx1"));
        assert_ne!(own("net_hyperx1"), group(&host([at[0], (at[1] + 1) % 3, at[2]]), "net_hyperx1"));
        assert_eq!(own("net_hyperx2"), group(&host([at[0], 0, 0]), "net_hyperx2"));
        assert_ne!(own("net_hyperx2"), group(&host([1 - at[0], at[1], at[2]]), "net_hyperx2"));
    }
}

#[test]
fn each_switch_of_a_hyper_x_may_have_hosts() {
    // Two rows of four. By the number of its hosts, one switch could be above two others.
    let all: Vec<[usize; 2]> = (0..8).map(|at| [at / 4, at % 4]).collect();
    let name = |at: [usize; 2]| format!("L{}.{}", at[0], at[1]);
    let pairs = all.iter().enumerate().flat_map(|(index, &a)| all[..index].iter().map(move |&b| (a, b)));
    let linked = pairs.filter(|(a, b)| (a[0] == b[0]) != (a[1] == b[1]));
    let mut links: Vec<(String, String)> = linked.map(|(a, b)| (name(a), name(b))).collect();
    let hosts = [([0, 0], "n1"), ([0, 0], "n2"), ([1, 1], "n3"), ([1, 1], "n4"), ([0, 1], "n5")];
    links.extend(hosts.map(|(at, host)| (name(at), host.to_owned())));
    let tree = read(&of_links(&links));
    let row = |host: &str| tree.find(host).unwrap().unwrap().steps[1].instance;
    assert_eq!((row("n1"), row("n3")), (row("n5"), row("n4")));
    assert_ne!(row("n1"), row("n3"));
}

#[test]
fn irregular_networks_have_halves_and_no_groups() {
    for (x, y) in [(4, 4), (5, 5), (6, 4)] {
        let tree = read(&torus(x, y, 5));
        assert!(tree.found[0].starts_with("no tree: "), "{x} x {y}: {:?}", tree.found);
        assert_eq!(tree.find("n1.2.1").unwrap().unwrap().steps.len(), 1);
        // The halves have equal numbers of hosts as far as no switch is cut, and end at pairs of switches.
        let mut halves: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        for (_, network) in tree.networks() {
            let sides: Vec<u64> =
                network.halves.iter().flat_map(|steps| steps.iter().map(|step| step.instance)).collect();
            (0..=sides.len()).for_each(|depth| *halves.entry(sides[..depth].to_vec()).or_default() += 1);
        }
        for (sides, &hosts) in halves.iter().filter(|(_, hosts)| **hosts > 4) {
            let half = |side: u64| halves.get(&[&sides[..], &[side]].concat()).copied().unwrap_or(2);
            assert!(half(0).abs_diff(half(1)) <= 2 && half(0) + half(1) == hosts, "{x} x {y}: {halves:?}");
        }
        assert!(tree.networks()[0].1.halves.as_ref().unwrap()[0].level.answers_to("net_half0"));
    }
}

/// The hosts of each instance of the widest level of a split.
fn widest(text: &str) -> BTreeMap<u64, Vec<String>> {
    let tree = read(text);
    let mut instances: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (host, network) in tree.networks() {
        let machine = Step::new(Arc::new(Level::new(&[Name::new("Machine")])), 7);
        let place = network.place_of(vec![machine], &[]).in_halves();
        instances.entry(place.steps()[0].instance).or_default().push(host.to_owned());
    }
    instances
}

#[test]
fn what_is_in_no_half_is_no_half() {
    let of = |text: &str| widest(text).into_values().map(|hosts| hosts.join(" ")).collect::<Vec<_>>();
    // Whatever the numbers of the hosts are.
    for text in ["node2 2\nnode0 0\nnode1 1\n", "node0 0\nnode1 1\nnode2 2\n", "node0 0\nnode2 2\nnode1 1\n"] {
        let mut found = of(&format!("torus 1\ndims 3\n{text}"));
        found.sort();
        assert_eq!(found.iter().map(|hosts| hosts.split(' ').count()).collect::<Vec<_>>(), [2, 1], "{found:?}");
        assert_eq!(found[1], "node2");
    }
    let hosts = |switch: usize| (3 * switch..3 * switch + 3).map(move |host| (switch, host));
    let links: Vec<(String, String)> = [("S0", "S1"), ("S1", "S2"), ("S0", "S2")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .into_iter()
        .chain((0..3).flat_map(hosts).map(|(switch, host)| (format!("S{switch}"), format!("node{host}"))))
        .collect();
    let mut counts: Vec<usize> = widest(&of_links(&links)).into_values().map(|hosts| hosts.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [3, 6]);
}

#[test]
fn fabric_errors() {
    assert_eq!(
        left_out(concat!(
            "Switch 4 \"S-a\" # \"a\"\n[1] \"H-1\"[1](1) # \"n1 mlx5_0\"\n",
            "[2] \"S-b\"[1] # \"b\"\n[x] \"S-b\"[1]\n[3] \"Q-1\"[1]\n",
            "Switch 4 \"S-a\" # \"a\"\nibwarn: [7] mad_rpc: timed out\n",
        )),
        [
            "line 3: there is no switch 'S-b'",
            "line 4: '[x] \"S-b\"[1]' is no line of ibnetdiscover",
            "line 5: 'Q-1' is neither a switch (S-), nor an adapter (H-), nor a router (R-)",
            "line 6: there is a switch 'S-a' already, at line 1",
            "line 7: 'ibwarn: [7] mad_rpc: timed out' is no line of ibnetdiscover"
        ]
    );
    assert_eq!(
        errors("vendid=1\n[1] \"H-1\"[1](1) # \"n1 mlx5_0\"\n"),
        ["line 2: a link before the switch or adapter that it belongs to"]
    );
}
