# SPDX-License-Identifier: MIT OR Apache-2.0
umask 022
mkdir -p "$ETC"
cat >"$ETC/hsplit.conf" <<END
PROFILE_INCPATHS="-I$HSPLIT/include"
PROFILE_PRELIB="-L$HSPLIT/lib/hsplit/mpich -Wl,-rpath,$HSPLIT/lib/hsplit/mpich -lhsplit"
# In Fortran, mpifort puts the MPI's own library before PROFILE_PRELIB: here libhsplit comes first.
[ -z "\$BASH_VERSION" ] || [ "\$linking" = no ] || eval 'allargs+=(\$PROFILE_PRELIB)'
END
