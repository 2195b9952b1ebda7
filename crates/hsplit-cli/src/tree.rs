// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit tree`: the communicators of repeated splits here, as text, picture or JSON.

use clap::Args;
use clap::builder::PossibleValuesParser;
use hsplit_core::criteria::Criterion;
use hsplit_core::hierarchy::Hierarchy;
use hsplit_core::place::Place;
use hsplit_core::tree::{FoldedTree, text};
use plan::Plan;

use super::drawing::{json, ranks, svg, terminal};
use super::input::{Input, InputArguments, RankArguments};
use super::output::{Form, OutputArguments};
use super::topology::Topology;
use super::{Failure, grammar};

mod devices;
mod plan;
mod sheet;

/// Show the communicators that repeated splits of MPI_COMM_WORLD give.
///
/// Every line is a communicator, or several of one shape: 'N x LEVEL #INDICES', other names of the level in brackets,
/// the ranks in MPI_COMM_WORLD. '0-28:4' means every fourth rank from 0 to 28. After a line for several communicators,
/// the tree of the first is shown, and 'M in all' counts the communicators of all of them. '#' numbers are those of
/// MPI_Comm_get_hlevel_info. Ranks that 'stop here' get MPI_COMM_NULL from the next split, because they are bound no
/// deeper.
///
/// With --topology and no emulated machine: the switches and hosts of that file, with all their names. '#' counts the
/// children of a switch. With an emulated machine, names that only one switch has are omitted, so that equal switches
/// look equal.
///
/// With --devices: the objects of a node that devices are near, each with the ranks bound inside and the devices; equal
/// nodes are shown once.
///
/// With --coords or --distances: the results of HSPLIT_Comm_get_coords and HSPLIT_Comm_get_distances for each rank,
/// instead of the tree. '-' marks a level that a rank is not bound inside.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    slots: RankArguments,
    /// Only the levels of this value of the info key hsplit_criterion
    #[arg(long, value_name = "CRITERION", default_value = EVERYTHING, conflicts_with_all = ["coords", "distances"])]
    #[arg(value_parser = PossibleValuesParser::new(Criterion::NAMES.map(|(name, _)| name)))]
    criterion: String,
    /// The coordinates of each rank, at all levels, instead of the tree
    #[arg(long, conflicts_with = "distances")]
    coords: bool,
    /// The distances between all ranks, in hops, instead of the tree
    #[arg(long)]
    distances: bool,
    /// A picture of every node and core, with its ranks
    #[arg(long, conflicts_with_all = ["coords", "distances", "criterion"])]
    full: bool,
    /// The devices of each kind of node at the objects that they are near, with the ranks bound there, instead of the
    /// tree. A picture has every node and core, as --full, and the memory, devices and process set of each level
    #[arg(long, conflicts_with_all = ["coords", "distances", "criterion", "full"])]
    devices: bool,
    #[command(flatten)]
    output: OutputArguments,
}

/// The criterion for which all levels count.
const EVERYTHING: &str = "all";

/// The greatest number of ranks with a line each, and the greatest number with a row and a column.
const MOST_LINES: u32 = 1 << 20;
const MOST_ROWS: u32 = 4096;

fn after_help() -> String {
    format!("{}\n\n{}\n\n{}\n{}\n\n{EXAMPLES}", grammar::DESCRIPTION, grammar::PLACEMENT, json::SCHEMA, ranks::SCHEMA)
}

const EXAMPLES: &str = "\
Examples:
  hsplit tree                                              this machine, one rank per core
  hsplit tree -n 8 --bind none                             unbound ranks
  hsplit tree -i 'node:4 package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1'
  hsplit tree -i 'island:4 leaf:10 node:25 package:2 core:64 pu:1' -o cluster.svg
  hsplit tree -i 'leaf:4 node:8 package:2 core:32 pu:1' --full -o plan.svg
  hsplit tree --topology /etc/slurm/topology.conf          the switches and hosts of a file
  hsplit tree --topology site.topology -i 'node:8 package:2 core:4 pu:1'
  hsplit tree --criterion memory -i node.xml               NUMA nodes and shared caches only
  hsplit tree --coords -i 'node:2 package:2 core:2 pu:1'   the coordinates of each rank
  hsplit tree --devices -i node.xml                        the devices at their objects
  hsplit tree --devices -i node.xml -o node.svg            a picture with memory and process sets, too
  hsplit tree --distances -i node.xml -n 8                 the distances between ranks
  hsplit tree -i node.xml --bind l3 --of json | jq '.communicators[] | select(.level == \"L3Cache\") | .ranks'";

impl Arguments {
    /// Returns the text to print; empty if it was written to a file.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let form = self.output.form()?;
        if let Some(topology) = self.input.file_alone()? {
            let text = self.file(&topology, form)?;
            return self.output.write(text);
        }
        let input = self.input.load()?;
        let text = if self.devices && form == Form::Txt {
            devices::render(&input, &self.slots)?
        } else if self.full || self.devices {
            self.plan(&input, form)?
        } else if self.is_table() {
            self.table(&input, form)?
        } else {
            self.tree(&input, form)?
        };
        self.output.write(text)
    }

    /// Returns a topology file by itself.
    fn file(&self, topology: &Topology, form: Form) -> Result<String, Failure> {
        match form {
            _ if self.slots.is_given() || self.devices || self.is_table() || self.criterion != EVERYTHING => {}
            Form::Txt if !self.full => return Ok(topology.outline(terminal::paint(self.output.is_on_terminal()))),
            form if form.is_picture() => return Ok(sheet::render(&Plan::of_file(topology)?)),
            _ => {}
        }
        let what = "a file by itself has no nodes to put ranks on, and all its levels are shown, as text or as a \
                    picture: -i describes nodes";
        Err(Failure::of_usage("--topology", what))
    }

    fn plan(&self, input: &Input, form: Form) -> Result<String, Failure> {
        if form.is_picture() {
            return Ok(sheet::render(&Plan::new(input, &self.slots, self.devices)?));
        }
        Err(if self.devices {
            Failure::of_usage("--devices", "it is a text or a picture")
        } else {
            Failure::of_usage("--full", "it is a picture: -o FILE.svg, .png or .pdf (JSON is always full)")
        })
    }

    fn is_table(&self) -> bool {
        self.coords || self.distances
    }

    fn tree(&self, input: &Input, form: Form) -> Result<String, Failure> {
        let (mut places, line) = input.places(&self.slots)?;
        let mut head = input.head();
        head.push(line);
        places = places.into_iter().map(Place::in_halves).collect();
        let criterion = Criterion::of_name(&self.criterion).unwrap_or_default();
        if criterion != Criterion::All {
            places = places.iter().map(|place| place.only(criterion)).collect();
            head.push(("criterion".to_owned(), self.criterion.clone()));
        }
        let tree = FoldedTree::new(head, Hierarchy::of_places(&places));
        drop(places);
        Ok(match form {
            Form::Txt => text::painted(&tree, terminal::paint(self.output.is_on_terminal())),
            Form::Svg | Form::Png | Form::Pdf => svg::render(&tree),
            Form::Json => json::render(&tree),
        })
    }

    fn table(&self, input: &Input, form: Form) -> Result<String, Failure> {
        let (option, most) = if self.coords { ("--coords", MOST_LINES) } else { ("--distances", MOST_ROWS) };
        let (table, line) = input.table(&self.slots)?;
        if table.ranks() > most {
            let what = format!("{} ranks are too many; ask for at most {most} with -n", table.ranks());
            return Err(Failure::of(option, what));
        }
        let mut head = input.head();
        head.push(line);
        match (form, self.coords) {
            (Form::Txt, true) => Ok(ranks::coords(&head, &table)),
            (Form::Txt, false) => Ok(ranks::distances(&head, &table)),
            (Form::Json, true) => Ok(ranks::coords_json(&head, &table)),
            (Form::Json, false) => Ok(ranks::distances_json(&head, &table)),
            (Form::Svg | Form::Png | Form::Pdf, _) => {
                Err(Failure::of_usage(option, "a table is text or JSON, not a picture"))
            }
        }
    }
}
