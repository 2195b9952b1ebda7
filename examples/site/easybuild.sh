# SPDX-License-Identifier: MIT OR Apache-2.0
apt-get update
apt-get install -y --no-install-recommends lmod python3-venv gcc make cargo-web rustc-web libclang-dev libopenmpi-dev \
    openmpi-bin libmpich-dev mpich
. /usr/share/lmod/lmod/init/sh
tar xzf hsplit-0.1.0.tar.gz
python3 -m venv "$HOME/easybuild"
. "$HOME/easybuild/bin/activate"
pip install easybuild pycodestyle
eb --check-style hsplit-0.1.0/packaging/easybuild/*.eb
eb --dry-run --robot -- hsplit-0.1.0/packaging/easybuild/hsplit-0.1.0-gompi-2025b.eb
eb --sourcepath="$PWD" hsplit-0.1.0/packaging/easybuild/hsplit-0.1.0.eb
module use "$HOME/.local/easybuild/modules/all"
module load hsplit
mpicc.openmpi hsplit-0.1.0/examples/guided.c -I"$HSPLIT_ROOT/include" -o guided
mpiexec.openmpi -n 8 --oversubscribe hsplit run --emulate 'node:2 package:2 [numa] l3:1 core:2 pu:1' -- ./guided
