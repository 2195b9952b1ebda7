# SPDX-License-Identifier: MIT OR Apache-2.0
apt-get update
apt-get install -y --no-install-recommends make git ca-certificates cargo-web
make dist
(cd build/dist && sha256sum --check hsplit-0.1.0.tar.gz.sha256)
