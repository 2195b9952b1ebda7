# SPDX-License-Identifier: MIT OR Apache-2.0
cat >"$SLURM/hsplit-prolog" <<END
#!/bin/sh
echo "export LD_PRELOAD=\${HSPLIT_PRELOAD:-$HSPLIT/lib/hsplit/openmpi/libhsplit.so.0}\${LD_PRELOAD:+:\$LD_PRELOAD}"
END
chmod 755 "$SLURM/hsplit-prolog"
sed -i "1i TaskProlog=$SLURM/hsplit-prolog" "$SLURM/slurm.conf"
