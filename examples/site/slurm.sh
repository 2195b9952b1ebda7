# SPDX-License-Identifier: MIT OR Apache-2.0
machine='node:2 package:2 [numa] l3:1 core:2 pu:1'
srun --mpi=pmi2 -n 8 hsplit run --emulate "$machine" -- ./guided.mpich
srun --mpi=pmix -n 8 hsplit run --emulate "$machine" -- ./guided.openmpi
