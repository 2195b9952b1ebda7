# SPDX-License-Identifier: MIT OR Apache-2.0
sed -i "1i mca_base_env_list = LD_PRELOAD=$HSPLIT/lib/hsplit/openmpi/libhsplit.so.0" "$ETC/openmpi-mca-params.conf"
