// SPDX-License-Identifier: MIT OR Apache-2.0
//! `hsplit bind`: runs a program bound to a part of this node, named as for `HSPLIT_Bind_push`.

use std::ffi::OsString;
use std::process::Command;
use std::sync::Arc;

use clap::Args;
use hsplit_core::cpus::Cpus;
use hsplit_core::device::Device;
use hsplit_core::message::cleaned;
use hsplit_core::target::{Ground, Target};
use hsplit_core::visible::{self, Setting};
use hsplit_host::affinity::{CALLER, Mask};
use hsplit_host::launcher;
use hsplit_host::own_node::OwnNode;
use hsplit_host::source::topology;
use hsplit_program::remark;

use super::Failure;
use super::start;

const AFTER_HELP: &str = "\
WHERE is one of these, limited to the processing units that the operating system allows:
  LEVEL         the whole instances of a level that the present binding touches; if the level is
                narrower than the binding, the first instance in it
  LEVEL:LIST    instances by their logical numbers on this node: Core:0-3,8
  LEVEL:local   one instance after the other, by the launcher's number of the process on the node
  DEVICE:local  one device after the other (gpu, nic, nvme): the cores near it, or its part of them if
                several devices divide them; DEVICE:LIST by number
  home          the present binding
  allowed       all processing units that the operating system allows
  cpus:LIST     processing units by the operating system's numbers

Examples:
  hsplit bind NUMANode:1 ./program
  mpiexec -n 2 --bind-to none hsplit bind L3Cache:local --omp ./hybrid
  mpiexec -n 4 --bind-to none hsplit bind gpu:local --visible ./program

Exit status: that of PROGRAM; 1 if it cannot be bound or started; 2 for wrong usage.";

/// Bind to a part of this node, and run a program there.
///
/// The program replaces this process (exec). Levels have all names that a guided split accepts ('hsplit levels' lists
/// them). The command uses the real machine and ignores HSPLIT_EMULATE.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The part of the node that the program is bound to
    #[arg(value_name = "WHERE")]
    target: String,
    /// Also set OMP_NUM_THREADS to the number of cores
    #[arg(long)]
    omp: bool,
    /// Show the program only the devices that WHERE names (gpu:local, gpu:0-1, nic:local): GPUs by
    /// CUDA_VISIBLE_DEVICES, ROCR_VISIBLE_DEVICES or ZE_AFFINITY_MASK, and the OpenFabrics interface near them by
    /// UCX_NET_DEVICES. A variable that is already set is narrowed, with a line on stderr; a variable that lists other
    /// devices is not changed
    #[arg(long)]
    visible: bool,
    /// The program, and its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Sets a variable of the program. Prints a line if a variable with a value is changed or kept.
fn apply(setting: Setting, command: &mut Command) {
    let (name, value) = match setting {
        Setting::Set(name, value) => (name, value),
        Setting::Narrowed(name, old, value) => {
            remark(&format!("hsplit: bind: {name} was '{}', and is '{value}' for this program\n", cleaned(&old)));
            (name, value)
        }
        Setting::Kept(name, old, value) => {
            let old = cleaned(&old);
            remark(&format!("hsplit: bind: {name} is '{old}' already, and stays so (--visible would set '{value}')\n"));
            return;
        }
    };
    command.env(name, value);
}

impl Arguments {
    /// Replaces this process by the program.
    pub(crate) fn run(&self) -> Result<String, Failure> {
        let origin = "bind";
        let target = Target::parse(&self.target).map_err(|error| Failure::of_usage(origin, error))?;
        let machine = topology::load_system().map_err(|error| Failure::of(origin, error))?;
        if !machine.is_this_system() {
            return Err(Failure::of(origin, "hwloc's variables describe another machine, where nothing can be bound"));
        }
        let node = OwnNode::new(Arc::new(machine));
        let (cpus, devices) = self.resolved(&node, &target)?;
        let settings = self.settings(&node, &devices)?;
        node.mask_of(&cpus).give(CALLER).map_err(|error| Failure::of(&target.to_string(), error))?;
        let (program, arguments) = self.program.split_first().ok_or_else(|| Failure::of_usage(origin, "no program"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        if self.omp {
            command.env("OMP_NUM_THREADS", node.cores_in(&cpus).to_string());
        }
        settings.into_iter().for_each(|setting| apply(setting, &mut command));
        Err(Failure::of(&program.to_string_lossy(), start::instead(&mut command)))
    }

    /// Returns the changes of `--visible` to the program's variables.
    fn settings(&self, node: &OwnNode, devices: &[Device]) -> Result<Vec<Setting>, Failure> {
        if !self.visible {
            return Ok(vec![]);
        }
        let settings = visible::settings(node.machine(), &devices.iter().collect::<Vec<_>>(), variable);
        match devices.iter().find(|device| !visible::has_variable(device)) {
            Some(device) => {
                Err(Failure::of("--visible", format!("no variable is known that shows {} alone", device.name())))
            }
            None if devices.is_empty() => {
                Err(Failure::of_usage("--visible", format!("'{}' names no device", self.target)))
            }
            None => Ok(settings),
        }
    }

    /// Returns the processing units, and the named devices.
    fn resolved(&self, node: &OwnNode, target: &Target) -> Result<(Cpus, Vec<Device>), Failure> {
        let bound = Mask::of(CALLER).map_or_else(|_| node.whole(), |mask| node.cpus_of(&mask));
        let ground = Ground {
            machine: node.machine(),
            home: &bound,
            top: &bound,
            allowed: node.allowed(),
            local_rank: launcher::local_rank(variable),
        };
        let may = |device: &Device| !self.visible || visible::is_listed(node.machine(), device, variable);
        let (cpus, devices) = target.resolve_among(&ground, &may).map_err(|error| Failure::of("bind", error))?;
        Ok((cpus, devices.into_iter().cloned().collect()))
    }
}
