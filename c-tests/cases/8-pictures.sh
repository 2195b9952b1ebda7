# SPDX-License-Identifier: MIT OR Apache-2.0
# Pictures of hsplit in other forms: pixels, and pages on paper.
CASES="$CASES pictures"

is_png() { # FILE
    [ "$(head -c 4 "$1" | tail -c 3)" = PNG ]
}

# Pixels and a page of a tree, of a plan, of a phase, of matrices and of lines.
converted_pictures() {
    local node='leaf:2 node:2 package:2 [numa] core:4 pu:1'
    "$cli" map examples/rings.mtx -i "$node" --picture "$work/map.png" &&
        "$cli" monitor examples/rings.parts --picture "$work/monitor.png" &&
        "$cli" simulate --clusters 2-4 --runs 9 --picture "$work/lines.png" && is_png "$work/map.png" &&
        is_png "$work/monitor.png" && is_png "$work/lines.png" || return 1
    "$cli" tree -i "$node" -o "$work/tree.png" && "$cli" tree -i "$node" --full -o "$work/full.pdf" &&
        "$cli" place NUMANode -i "$node" -o "$work/place.png" || return 1
    ls -l "$work"
    is_png "$work/tree.png" && is_png "$work/place.png" && [ "$(head -c 5 "$work/full.pdf")" = %PDF- ]
}

cases_pictures() {
    everything && [ "$mpicc" = "${ALL_MPICC%% *}" ] || return 0
    build_cli
    if command -v rsvg-convert >/dev/null; then
        test_case "pictures: PNG and PDF" converted_pictures
    else
        skip "pictures: PNG and PDF" "rsvg-convert is not installed (librsvg2-bin)"
    fi
}
