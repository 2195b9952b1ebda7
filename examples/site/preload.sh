# SPDX-License-Identifier: MIT OR Apache-2.0
echo "mca_base_env_list = LD_PRELOAD=$HSPLIT/lib/hsplit/openmpi/libhsplit.so.0" >>"$MPI/etc/openmpi-mca-params.conf"
