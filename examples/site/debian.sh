# SPDX-License-Identifier: MIT OR Apache-2.0
ln -s hsplit-0.1.0.tar.gz hsplit_0.1.0.orig.tar.gz
cd hsplit-0.1.0
DEB_BUILD_OPTIONS=noautodbgsym dpkg-buildpackage -us -uc
lintian ../hsplit_0.1.0-1_*.changes
