// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit place`: the ranks that work in a phase, their cores and numbers of threads, and the parked ranks.

use clap::Args;
use hsplit_core::cpus::Cpus;
use hsplit_core::election::Options;
use hsplit_core::shape::Shape;

use super::input::{InputArguments, RankArguments};
use super::output::{Form, OutputArguments};
use super::{Failure, grammar};

mod json;
mod picture;
mod plan;
mod svg;
mod text;

use plan::{Plan, Share};

/// Show the ranks that work in a phase, their cores and numbers of threads; all other ranks are parked.
///
/// The election is the one of HSPLIT_Placement_elect and HSPLIT_Phase_begin. Equal nodes are shown once, with the ranks
/// of the first. Cores have hwloc's logical numbers on their node, PUs the operating system's numbers.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Arguments {
    /// The workers: LEVEL, LEVEL*K, M:T, M:, all or root
    shape: String,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    slots: RankArguments,
    /// The processing units of a node that workers may use (hsplit_cpus): 'job', all that ranks are bound to;
    /// 'allowed', all that the operating system allows; or a list of the operating system's numbers
    #[arg(long, value_name = "job|allowed|LIST", default_value = "job")]
    cpus: String,
    /// The rank that is elected first (hsplit_root)
    #[arg(long, value_name = "RANK")]
    root: Option<String>,
    /// Give cores without a near worker to the nearest worker (hsplit_adopt) [default: yes]
    #[arg(long, value_name = "yes|no")]
    adopt: Option<String>,
    /// The processing units of a core (hsplit_smt): 'all' of them with one thread per core, the first 'one' of each
    /// core, or 'threads' for one thread on each unit [default: all]
    #[arg(long, value_name = "all|one|threads")]
    smt: Option<String>,
    #[command(flatten)]
    output: OutputArguments,
}

fn after_help() -> String {
    format!(
        "{}\n\n{}\n\n{}\n\n{}\n\n{EXAMPLES}",
        grammar::SHAPE,
        grammar::DESCRIPTION,
        grammar::PLACEMENT,
        json::SCHEMA
    )
}

const EXAMPLES: &str = "\
Examples:
  hsplit place NUMANode                           this machine, one rank per core
  hsplit place 2:4 -i 'node:4 package:2 [numa] l3:1 core:8 pu:2'
  hsplit place l3 -i node.xml --smt one -o phase.svg
  hsplit place gpu -i node.xml                    a worker per GPU, on its part of the near cores
  hsplit place root --root 3 -n 8 --bind none
  hsplit place NUMANode -i node.xml -n 4 --cpus allowed --adopt no
  hsplit place L3Cache --of json | jq '.nodes[].workers[].cores'";

impl Arguments {
    /// Returns the text to print; empty if it was written to a file.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let form = self.output.form()?;
        let shape = Shape::parse(&self.shape).map_err(|error| Failure::of_usage("SHAPE", error))?;
        let (options, share) = (self.options()?, self.share()?);
        if self.input.file_alone()?.is_some() {
            return Err(Failure::of_usage("--topology", "a file by itself has no nodes to put ranks on"));
        }
        let input = self.input.load()?;
        let (homes, line) = input.homes(&input.ranks_of(&self.slots, &shape)?)?;
        let plan = Plan::new(&input.system, homes, &share, &shape, &options)?;
        let mut head = input.head();
        head.push(line);
        head.push(("shape".to_owned(), self.shape.trim().to_owned()));
        head.push(("elected".to_owned(), plan.summary()));
        self.output.write(match form {
            Form::Txt => text::render(&head, &plan),
            Form::Svg | Form::Png | Form::Pdf => svg::render(&head, &plan),
            Form::Json => json::render(&head, &shape, &plan),
        })
    }

    /// Returns the options that are parsed as the info keys are.
    fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::default();
        for (option, value) in [("root", &self.root), ("adopt", &self.adopt), ("smt", &self.smt)] {
            let Some(value) = value else { continue };
            let set = options.set(&format!("hsplit_{option}"), value);
            set.map_err(|error| Failure::of_usage(&format!("--{option}"), error))?;
        }
        Ok(options)
    }

    fn share(&self) -> Result<Share, Failure> {
        match self.cpus.trim().to_ascii_lowercase().as_str() {
            "job" => Ok(Share::Job),
            "allowed" => Ok(Share::Allowed),
            list => match Cpus::parse(list) {
                Ok(cpus) if !cpus.is_empty() => Ok(Share::List(cpus)),
                Ok(_) => Err(Failure::of_usage("--cpus", "the list is empty")),
                Err(error) => Err(Failure::of_usage("--cpus", error)),
            },
        }
    }
}
