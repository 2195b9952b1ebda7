# SPDX-License-Identifier: MIT OR Apache-2.0
cat >"$SLURM/hsplit-prolog" <<SCRIPT
#!/bin/sh
library=\${HSPLIT_PRELOAD:-$HSPLIT/lib/hsplit/openmpi/libhsplit.so.0}
case :\$LD_PRELOAD: in
*:\$library:*) ;;
*) echo "export LD_PRELOAD=\$library\${LD_PRELOAD:+:\$LD_PRELOAD}" ;;
esac
SCRIPT
chmod 755 "$SLURM/hsplit-prolog"
sed -i "1i TaskProlog=$SLURM/hsplit-prolog" "$SLURM/slurm.conf"
