# SPDX-License-Identifier: MIT OR Apache-2.0
sed -i '/^TaskProlog=.*\/hsplit-prolog$/d' "$SLURM/slurm.conf"
rm "$SLURM/hsplit-prolog"
