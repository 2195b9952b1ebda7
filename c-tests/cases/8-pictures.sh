# SPDX-License-Identifier: MIT OR Apache-2.0
# What hsplit draws, as other programs show it: pages in a browser, pictures in other forms.
CASES="$CASES pictures"

# A browser without a window. Its messages are its own.
browser() { # ARGUMENT...
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --user-data-dir="$work/browser" --window-size=1200,900 "$@" 2>"$work/stderr" || {
        cat "$work/stderr"
        return 1
    }
}

# 16 nodes of two boxes with four cores each.
page_of_16_nodes() {
    "$cli" tree -i 'leaf:4 node:4 package:2 [numa] core:4 pu:1' --full -o "$work/tree.html"
}

# Boxes open down to the level behind the #; the page is seen.
page_in_browser() {
    local address=file://$work/tree.html opened="$work/opened.html"
    page_of_16_nodes || return 1
    browser --dump-dom "$address" >"$work/closed.html" && browser --dump-dom "$address#NUMANode" >"$opened" &&
        browser --screenshot="$work/closed.png" "$address" &&
        browser --screenshot="$work/opened.png" "$address#NUMANode" || return 1
    # 16 nodes are closed at first; all, 4 switches, and 2 boxes in each node are open.
    [ "$(open_boxes "$work/closed.html" | wc -l) $(open_boxes "$opened" | wc -l)" = '37 53' ] &&
        [ "$(grep -o 'class="cell"' "$opened" | wc -l)" = 128 ] || return 1
    ls -l "$work"/*.png
    # Numbers of ranks are many more letters than a page of closed nodes has.
    is_png "$work/closed.png" && is_png "$work/opened.png" &&
        [ "$(wc -c <"$work/opened.png")" -gt "$(wc -c <"$work/closed.png")" ]
}

# A box opens by a click, and closes by another one; a button opens the page down to its level.
page_takes_clicks() {
    page_of_16_nodes && timeout 120 python3 c-tests/click.py "file://$work/tree.html" "$work/browser" \
        'node 1' 'node 1' 'node 15' NUMANode 'node 15' nothing MPI_COMM_WORLD everything >"$work/counts" &&
        printf '%s\n' '37 0' '38 8' '37 0' '38 8' '53 128' '52 120' '0 0' '1 0' '53 128' | diff - "$work/counts"
}

open_boxes() { # PAGE
    grep -o '<details [^>]*open=""[^>]*>' "$1"
}

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
    if command -v chromium >/dev/null; then
        test_case "pictures: a page in a browser" page_in_browser
        test_case "pictures: clicks in a page" page_takes_clicks
    else
        skip "pictures: a page in a browser" "chromium is not installed"
    fi
    if command -v rsvg-convert >/dev/null; then
        test_case "pictures: PNG and PDF" converted_pictures
    else
        skip "pictures: PNG and PDF" "rsvg-convert is not installed (librsvg2-bin)"
    fi
}
