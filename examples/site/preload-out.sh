# SPDX-License-Identifier: MIT OR Apache-2.0
sed -i '/^mca_base_env_list = LD_PRELOAD=.*libhsplit/d' "$ETC/openmpi-mca-params.conf"
