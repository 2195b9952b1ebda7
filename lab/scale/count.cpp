// SPDX-License-Identifier: MIT OR Apache-2.0
// Counts the messages that have arrived in a simulation, and their bytes, preloaded into SimGrid. Programs ask for
// scale_counted.
#include <simgrid/kernel/resource/Action.hpp>
#include <simgrid/s4u.hpp>

namespace {

double counted[2];

[[gnu::constructor]] void count()
{
    using simgrid::kernel::resource::Action;
    simgrid::s4u::Link::on_communication_state_change_cb(
        [](simgrid::kernel::resource::NetworkAction& message, Action::State) {
            // Its class is known to SimGrid alone, which derives it from this one.
            auto& action = reinterpret_cast<Action&>(message);
            if (action.get_state() == Action::State::FINISHED) {
                counted[0] += 1;
                counted[1] += action.get_cost();
            }
        });
}

} // namespace

extern "C" void scale_counted(double* messages, double* bytes)
{
    *messages = counted[0];
    *bytes = counted[1];
}
