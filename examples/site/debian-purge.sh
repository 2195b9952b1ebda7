# SPDX-License-Identifier: MIT OR Apache-2.0
apt-get purge -y hsplit libhsplit-dev libhsplit-doc libhsplit-mpich \
    libhsplit-openmpi python3-hsplit
