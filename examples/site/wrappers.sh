# SPDX-License-Identifier: MIT OR Apache-2.0
library="-L$HSPLIT/lib/hsplit/openmpi -Wl,-rpath,$HSPLIT/lib/hsplit/openmpi -lhsplit"
for file in "$MPI"/share/openmpi/mpi*-wrapper-data.txt; do
    [ -L "$file" ] ||
        sed -i.before-hsplit "s|^libs=|&$library |; s|^preprocessor_flags=|&-I$HSPLIT/include |" "$file"
done
