# SPDX-License-Identifier: MIT OR Apache-2.0
rm "$ETC/hsplit.conf"
rmdir --ignore-fail-on-non-empty "$ETC"
