// SPDX-License-Identifier: MIT OR Apache-2.0
// Connections that deliver in order, preloaded into SimGrid: one message at a time on each link of a connection. The
// messages that begin later pay their latency meanwhile, and follow when the ones before them are there. SimGrid alone
// would share the link among all messages on it, and segments of one message would all be there at its end.
#include <simgrid/s4u.hpp>

namespace {

// platform.awk calls the links of connections p1_2.
bool is_connection(const simgrid::s4u::Link& link)
{
    return link.get_cname()[0] == 'p';
}

[[gnu::constructor]] void deliver_in_order()
{
    simgrid::s4u::Engine::on_platform_created_cb([] {
        for (auto* link : simgrid::s4u::Engine::get_instance()->get_all_links())
            if (is_connection(*link))
                link->set_concurrency_limit(1);
    });
}

} // namespace
