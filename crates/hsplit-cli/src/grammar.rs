// SPDX-License-Identifier: MIT OR Apache-2.0
//! The grammars of emulated machines and of placements, as printed by `--help`.

/// The grammar of `-i` and of `HSPLIT_EMULATE`.
pub(crate) const DESCRIPTION: &str = "\
DESCRIPTION, as for -i and HSPLIT_EMULATE:
  [[SWITCH:COUNT ...] node:COUNT] INSIDE [| [node:COUNT] INSIDE ...]
  SWITCH:COUNT   a level of switches, outermost first: the number in each switch of the level above
  node:COUNT     the number of nodes of each lowest switch ('machine:' and 'host:' are the same)
  INSIDE         hwloc's synthetic words ('package:2 [numa] l3:1 core:4 pu:2'), or an lstopo
                 export FILE.xml
  |              before another kind of node, in every lowest switch
  The name of a file means that file: an lstopo export, or a description with '#' comments. A word
  'bind=PLACEMENT' may follow: the placement without --bind.";

/// The grammar of `--bind` and of `bind=`.
pub(crate) const PLACEMENT: &str = "\
PLACEMENT, as for --bind, and bind= of -i and HSPLIT_EMULATE:
  LEVEL[,by-node|,round-robin][,ppn=COUNT]  |  FILE
  LEVEL          the level around its own core that each rank is bound to: core, pu, l3, numa,
                 package, ... or none
  by-node        fill one node after the other (the default)
  round-robin    distribute consecutive ranks over the nodes in turn
  ppn=COUNT      the number of ranks on a node, instead of its number of cores
  FILE           a line 'NODE BINDING' per rank, with bindings such as 'core:3', 'l2:0-1', 'pu:0,4',
                 'none'; './core' if the file has the name of a level";

/// The grammar of shapes.
pub(crate) const SHAPE: &str = "\
SHAPE, also for HSPLIT_Placement_elect and HSPLIT_Phase_begin:
  LEVEL          one worker per instance of the level: NUMANode, l3, package, hwloc://L2Cache, ...
  DEVICE         one worker per device, on its part of the cores near it: gpu, nic, nvme, ib, ...
  LEVEL*K        K workers per instance
  M:T            M workers on each node, with T threads each
  M:             M workers on each node, with as many threads as fit
  all            every rank works, on the cores that it is bound to
  root           one worker in the whole communicator, with all cores of its node";
