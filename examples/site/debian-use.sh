# SPDX-License-Identifier: MIT OR Apache-2.0
apt-get update
apt-get install -y --no-install-recommends ./*.deb gcc libc6-dev libopenmpi-dev libmpich-dev pkg-config
examples=/usr/share/doc/libhsplit-dev/examples
machine='node:2 package:2 [numa] l3:1 core:2 pu:1'
mpicc.openmpi $examples/guided.c $(pkg-config --cflags --libs hsplit-openmpi) -o openmpi
HSPLIT_EMULATE=$machine mpiexec.openmpi -n 8 --oversubscribe ./openmpi
mpicc.mpich $examples/guided.c $(pkg-config --cflags --libs hsplit-mpich) -o mpich
HSPLIT_EMULATE=$machine mpiexec.mpich -n 8 ./mpich
mpicc.mpich $examples/guided.c -o unaware
mpiexec.mpich -n 8 hsplit run --emulate "$machine" -- ./unaware
HSPLIT_EMULATE=$machine mpiexec.openmpi -n 8 --oversubscribe python3 $examples/levels.py
