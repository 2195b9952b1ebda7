# SPDX-License-Identifier: MIT OR Apache-2.0
tar xzf hsplit-0.1.0.tar.gz
cp -r hsplit-0.1.0/packaging/debian hsplit-0.1.0
apt-get update
apt-get build-dep -y --no-install-recommends ./hsplit-0.1.0
apt-get install -y --no-install-recommends lintian
