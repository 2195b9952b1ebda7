# SPDX-License-Identifier: MIT OR Apache-2.0
tar xzf hsplit-0.1.0.tar.gz
cd hsplit-0.1.0
make install-all PREFIX="$HOME/hsplit" WRAPPERS=mpicc.openmpi
mpicc.openmpi examples/guided.c -Iinclude -o guided
export PATH="$HOME/hsplit/bin:$PATH"
mpiexec.openmpi -n 8 --oversubscribe hsplit run --emulate 'node:2 package:2 [numa] l3:1 core:2 pu:1' -- ./guided
