# SPDX-License-Identifier: MIT OR Apache-2.0
rm "$MPI/etc/hsplit.conf"
rmdir --ignore-fail-on-non-empty "$MPI/etc"
