# SPDX-License-Identifier: MIT OR Apache-2.0
apt-get update
apt-get install -y --no-install-recommends make python3-venv libmpich-dev
.ci/prerequisites demo mpicc.openmpi
python3 -m venv "$HOME/venv"
. "$HOME/venv/bin/activate"
pip install mpi4py mpich
make wheel WRAPPERS="mpicc.openmpi mpicc.mpich $HOME/venv/bin/mpicc_abi"
pip install build/dist/hsplit-0.1.0-*.whl
HSPLIT_EMULATE='node:2 package:2 [numa] l3:1 core:2 pu:1' mpiexec -n 8 python examples/levels.py
