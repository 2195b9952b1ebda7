# SPDX-License-Identifier: MIT OR Apache-2.0
# The worked examples of RR-9077, section 5, linked and preloaded, over both exchanges.
CASES="$CASES golden"

RR_NODE='package:2 [numa] l3:1 l2:2 l1d:1 core:2 pu:1'
RR_5_1="node:4 $RR_NODE"

rr_5_2_bindings() {
    printf '0 core:0\n0 core:1\n0 l2:1\n0 l2:1\n0 numa:1\n0 numa:1\n0 numa:1\n0 numa:1\n' >"$work/rr-5.2"
}

cases_golden() {
    local way exchange
    rr_5_2_bindings
    for way in linked preloaded; do
        for exchange in gather reduce; do
            test_case "golden 5.1 $way $exchange" silent_job "$way" 32 none HSPLIT_EMULATE="$RR_5_1" \
                HSPLIT_EXCHANGE="$exchange" @golden_5_1
            test_case "golden 5.2 $way $exchange" silent_job "$way" 8 none \
                HSPLIT_EMULATE="$RR_NODE bind=$work/rr-5.2" HSPLIT_EXCHANGE="$exchange" @golden_5_2
        done
    done
}
