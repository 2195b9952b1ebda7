# SPDX-License-Identifier: MIT OR Apache-2.0
for file in "$MPI"/share/openmpi/*.before-hsplit; do
    mv "$file" "${file%.before-hsplit}"
done
