# SPDX-License-Identifier: MIT OR Apache-2.0
make install-all PREFIX="$HOME/hsplit"
export PATH="$HOME/hsplit/bin:$PATH"
machine='node:2 package:2 [numa] l3:1 core:2 pu:1'
mpicc.openmpi examples/guided.c -Iinclude -o guided.openmpi
mpiexec.openmpi -n 8 --oversubscribe hsplit run --emulate "$machine" -- ./guided.openmpi
mpicc.mpich examples/guided.c -Iinclude -o guided.mpich
mpiexec.mpich -n 8 hsplit run --emulate "$machine" -- ./guided.mpich
