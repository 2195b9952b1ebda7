// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file of `HSPLIT_TOPOLOGY_FILE`, which has one of several formats and is read by the source of its format.
//!
//! Users set only one variable, because the format is recognised from the text. The file is read when a source is first
//! used, and only the network above this process's host is kept.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::emulated::Emulated;
use super::{Source, SourceError, Steps, identity};
use crate::launcher::Process;
use crate::logger::NODE;
use crate::source::SourceSettings;
use hsplit_core::emulation::read_text;
use hsplit_core::network::{Format, Network, SwitchTree, in_a_line};

pub(crate) struct TopologyFile {
    path: Option<String>,
    folder: PathBuf,
    /// The job's partition, if it selects a topology.
    partition: Option<String>,
    /// The emulated machine, if there is one: its nodes are the hosts, with the names `node0`, `node1`, ...
    emulated: Option<Arc<Emulated>>,
    /// The answer for some hosts: the slot on an emulated machine is certain only after `MPI_Init`.
    known: Mutex<Option<Answer>>,
}

struct Answer {
    /// The names that were searched.
    hosts: Vec<String>,
    /// The format of the file, if it could be read.
    form: Option<Format>,
    /// The network above the host; `None` if the network is flat.
    network: Result<Option<Network>, String>,
}

/// An error in a topology file.
#[derive(Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The format of the file, if it could be read.
    form: Option<Format>,
    /// The error in one line.
    pub why: String,
}

impl TopologyFile {
    /// The file of the settings, for the nodes of `emulated` or else for the real one.
    pub(crate) fn new(settings: &SourceSettings, emulated: Option<Arc<Emulated>>) -> Self {
        let (path, partition) = (settings.topology_file.clone(), settings.partition.clone());
        Self { path, folder: settings.folder.clone(), partition, emulated, known: Mutex::new(None) }
    }

    /// The network above a process, if the file has this format. A file that cannot be read counts as our own format.
    ///
    /// # Errors
    /// The file has errors, or does not contain the host.
    pub(crate) fn network(&self, form: Format, process: Process) -> Result<Option<Network>, SourceError> {
        let of_form = |path: &str, answer: &Answer| {
            if answer.form.unwrap_or(Format::File) != form {
                return Ok(None);
            }
            answer.network.clone().map_err(|why| format!("HSPLIT_TOPOLOGY_FILE: {path}: {why}").into())
        };
        self.ask(process, of_form).unwrap_or(Ok(None))
    }

    /// The format of the file, if it could be read.
    pub(crate) fn form(&self, process: Process) -> Option<Format> {
        self.ask(process, |_, answer| answer.form)?
    }

    /// Calls `what` with the path and the contents for a process, if there is a file.
    fn ask<T>(&self, process: Process, what: impl FnOnce(&str, &Answer) -> T) -> Option<T> {
        let path = self.path.as_ref()?;
        let hosts = self.hosts(process);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = match known.take() {
            Some(answer) if answer.hosts == hosts => answer,
            _ => Answer::find(&self.folder.join(path), self.partition.as_deref(), hosts),
        };
        Some(what(path, known.insert(answer)))
    }

    /// The names of this process's host, best first, at least one. The last is unique to the host.
    pub(crate) fn hosts(&self, process: Process) -> Vec<String> {
        let emulated = self.emulated.as_ref().and_then(|emulated| emulated.node_number(process));
        emulated.map_or_else(identity::host_names, |number| vec![format!("node{number}")])
    }
}

impl Answer {
    /// Reads the file and searches the unique name, then the others, best first.
    ///
    /// If the file does not contain the unique name, two hosts may be found under one name; they still count as two
    /// nodes.
    fn find(path: &Path, partition: Option<&str>, hosts: Vec<String>) -> Self {
        let start = std::time::Instant::now();
        let (form, tree) = match load(path, partition) {
            Ok(loaded) => loaded,
            Err(LoadError { form, why }) => return Self { hosts, form, network: Err(why) },
        };
        log::debug!(
            "read {}: {} hosts, {} switches, {:.1} ms",
            path.display(),
            tree.hosts(),
            tree.switches(),
            start.elapsed().as_secs_f64() * 1e3
        );
        for note in &tree.notes {
            log::warn!(target: NODE, "{}: {note}", path.display());
        }
        for found in &tree.found {
            log::info!("{}: {found}", path.display());
        }
        if !tree.left_out.is_empty() {
            log::warn!(target: NODE, "{}: left out: {}", path.display(), in_a_line(&tree.left_out));
        }
        let own = hosts.last().filter(|own| tree.has(own));
        let found = own.into_iter().chain(&hosts).find_map(|host| tree.find(host).transpose());
        let network = match found {
            None if tree.is_flat() => Ok(None),
            Some(found) if own.is_some() => found.map(Some),
            Some(found) => {
                found.map(|found| Some(Network { node: found.node.map(identity::number_of_called), ..found }))
            }
            None => Err(format!("has no host '{}'", hosts.join("' or '"))),
        };
        Self { hosts, form: Some(form), network }
    }
}

/// Reads a topology file of any format, for a job in this partition.
///
/// # Errors
/// The error in one line, and the format if the file could be read.
pub fn load(path: &Path, partition: Option<&str>) -> Result<(Format, SwitchTree), LoadError> {
    let text = read_text(path).map_err(|why| LoadError { form: None, why })?;
    let form = Format::of(&text);
    let beside = path.parent().unwrap_or(Path::new(""));
    let mut tree = form
        .read_for(&text, partition, &|name| read_text(&beside.join(name)))
        .map_err(|errors| LoadError { form: Some(form), why: in_a_line(&errors) })?;
    tree.notes.extend(ignored_by_slurm(path));
    Ok((form, tree))
}

/// A message about a `topology.conf` in the same folder as a `topology.yaml`: Slurm does not read it, and it may be out
/// of date. The library still reads the file that the user has named, which may be right, or the only description.
fn ignored_by_slurm(path: &Path) -> Option<String> {
    let yaml = path.with_file_name("topology.yaml");
    let is_ignored = path.file_name()? == "topology.conf" && yaml.exists();
    is_ignored.then(|| format!("Slurm ignores this file, because there is {}", yaml.display()))
}

/// The source that reads the file if it has one format.
pub(crate) struct FromFile {
    form: Format,
    file: Arc<TopologyFile>,
}

impl FromFile {
    pub(crate) fn new(form: Format, file: Arc<TopologyFile>) -> Self {
        Self { form, file }
    }
}

impl Source for FromFile {
    fn name(&self) -> &'static str {
        self.form.source()
    }

    fn network(&self, process: Process) -> Result<Option<Network>, SourceError> {
        self.file.network(self.form, process)
    }

    fn node(&self, _: Process) -> Result<Option<Steps>, SourceError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_slurm_ignores_is_named() {
        let folder = std::env::temp_dir().join(format!("hsplit-topology-{}-ignored", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let conf = folder.join("topology.conf");
        std::fs::write(&conf, "SwitchName=s Nodes=n[1-2]\n").unwrap();
        assert!(load(&conf, None).unwrap().1.notes.is_empty());
        std::fs::write(folder.join("topology.yaml"), "- topology: t\n  tree: {switches: [{switch: s, nodes: n1}]}\n")
            .unwrap();
        let notes = load(&conf, None).unwrap().1.notes;
        assert!(notes.len() == 1 && notes[0].starts_with("Slurm ignores this file"), "{notes:?}");
        let (form, tree) = load(&folder.join("topology.yaml"), None).unwrap();
        assert!(form == Format::Slurm && tree.hosts() == 1 && tree.notes.is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    const PROCESS: Process = Process { rank: 0, ranks: 1 };

    fn file(name: &str, text: &str) -> TopologyFile {
        let path = std::env::temp_dir().join(format!("hsplit-topology-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        TopologyFile {
            path: Some(path.to_str().unwrap().to_owned()),
            folder: PathBuf::new(),
            partition: None,
            emulated: None,
            known: Mutex::new(None),
        }
    }

    fn remove(files: &[&TopologyFile]) {
        files.iter().filter_map(|file| file.path.as_ref()).for_each(|path| std::fs::remove_file(path).unwrap());
    }

    #[test]
    fn the_source_of_its_form_answers() {
        let host = identity::host_names().pop().unwrap();
        let ours = file("ours", &format!("leaf a: {host},x\n"));
        let slurm = file("slurm", &format!("SwitchName=a Nodes={host},x\n"));
        assert_eq!(ours.network(Format::File, PROCESS).unwrap().unwrap().to_string(), "a");
        assert!(ours.network(Format::Slurm, PROCESS).unwrap().is_none());
        let slurms = slurm.network(Format::Slurm, PROCESS).unwrap().unwrap();
        assert_eq!(slurms.to_string(), "a");
        assert!(Arc::ptr_eq(&slurms.steps, &slurm.network(Format::Slurm, PROCESS).unwrap().unwrap().steps));
        assert!(slurm.network(Format::File, PROCESS).unwrap().is_none());
        remove(&[&ours, &slurm]);
    }

    #[test]
    fn hosts_that_a_file_takes_for_one_are_two_nodes() {
        let path = std::env::temp_dir().join(format!("hsplit-topology-{}-names", std::process::id()));
        std::fs::write(&path, "leaf a: n1,n2.fr\n").unwrap();
        let node = |names: &[&str]| {
            let hosts = names.iter().map(|&name| name.to_owned()).collect();
            Answer::find(&path, None, hosts).network.unwrap().unwrap().node.unwrap()
        };
        assert_eq!([node(&["N1"]), node(&["n0", "n1"]), node(&["n2.fr"]), node(&["n2", "N2.fr"])], [0, 0, 1, 1]);
        assert_eq!([node(&["n2.fr", "n1"]), node(&["n1", "n2.fr"])], [0, 1]);
        let own = identity::number_of_called;
        assert_eq!([node(&["n1.fr"]), node(&["n1", "n1.fr"]), node(&["n1", "box"])], [own(0); 3]);
        assert_eq!([node(&["n2"]), node(&["n2.fr", "n2"])], [own(1); 2]);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_flat_network_says_nothing() {
        let flat = file("flat", "- topology: a\n  flat: true\n");
        assert_eq!(flat.network(Format::Slurm, PROCESS).unwrap(), None);
        remove(&[&flat]);
    }

    #[test]
    fn what_is_wrong_names_the_variable_and_the_file() {
        let why = |file: &TopologyFile| {
            let why = file.network(Format::File, PROCESS).unwrap_err().to_string();
            why.strip_prefix("HSPLIT_TOPOLOGY_FILE: ").unwrap().to_owned()
        };
        let of = |file: &TopologyFile| file.path.clone().unwrap();
        let missing = file("missing", "leaf a: no-such-host\n");
        assert_eq!(why(&missing), format!("{}: has no host '{}'", of(&missing), identity::host_names().join("' or '")));
        let wrong = file("wrong", "leaf a: x\nleaf\nleaf b: x[2\n");
        let here = of(&wrong);
        assert_eq!(
            why(&wrong),
            format!("{here}: line 2: 'leaf' is not KIND NAME, or KIND NAME: HOSTS; line 3: 'x[2': '[' without ']'")
        );
        // The program may have changed its working directory since.
        let name = Path::new(wrong.path.as_ref().unwrap()).file_name().unwrap().to_str().unwrap().to_owned();
        let relative = TopologyFile { path: Some(name.clone()), folder: std::env::temp_dir(), ..file("relative", "") };
        assert!(why(&relative).starts_with(&format!("{name}: line 2")));
        remove(&[&missing, &wrong, &file("relative", "")]);
        let nowhere = TopologyFile {
            path: Some("/no/such/file".to_owned()),
            folder: std::env::temp_dir(),
            partition: None,
            emulated: None,
            known: Mutex::new(None),
        };
        assert!(why(&nowhere).starts_with("/no/such/file: No such file"));
        assert!(nowhere.network(Format::Slurm, PROCESS).unwrap().is_none());
    }
}
