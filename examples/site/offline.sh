# SPDX-License-Identifier: MIT OR Apache-2.0
tar xzf hsplit-0.1.0.tar.gz
cd hsplit-0.1.0
make install-all PREFIX="$HOME/hsplit"
