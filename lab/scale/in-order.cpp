// SPDX-License-Identifier: MIT OR Apache-2.0
// What carries one message after the other, preloaded into SimGrid, which shares a link among all messages on it:
// segments of one message would all be there at its end.
//
// - The connection of two hosts delivers in order. The messages that begin later pay their latency meanwhile, and
//   follow when the ones before them are there.
// - Inside a host a rank copies one message at a time out of its memory, and one into it. SimGrid would let it copy any
//   number at once, each at full speed, so messages inside a host take the links of their two ranks, too.
// - With SCALE_CONTENTION=K receivers read a message out of the sender's memory, at the same time, and contend for its
//   pages (CMA): n readers of one rank get the speed of one, divided by 1 + K (n - 1)^2, each. Every host is a part of
//   one node then.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <unordered_map>
#include <vector>

#include <simgrid/s4u.hpp>

#define START "_ZN7simgrid6kernel8activity8CommImpl5startEv"
#define ROUTE                                                                                                          \
    "_ZN7simgrid6kernel7routing11NetZoneImpl30get_global_route_with_netzonesEPKNS1_8NetPointES5_RSt6vectorIPNS0_"      \
    "8resource16StandardLinkImplESaIS9_EEPdRSt13unordered_setIPS2_St4hashISF_ESt8equal_toISF_ESaISF_EE"

using simgrid::kernel::actor::ActorImpl;
using simgrid::kernel::resource::StandardLinkImpl;
using simgrid::kernel::routing::NetPoint;
using simgrid::s4u::Engine;
using Links = std::vector<StandardLinkImpl*>;

extern "C" {
void* start_message(void* message) __asm__(START);
void route(const NetPoint* from, const NetPoint* to, Links& links, double* latency, void* zones) __asm__(ROUTE);
}

namespace {

// The ends of a message in SimGrid 3.32 (CommImpl::src_actor_ and dst_actor_), in bytes.
constexpr std::ptrdiff_t SENDER = 352, RECEIVER = 360;

// A rank's links for the messages that it copies inside its host.
struct Copying {
    StandardLinkImpl* out;
    StandardLinkImpl* into;
};

using Ranks = std::unordered_map<const ActorImpl*, Copying>;

// The message that begins.
const char* beginning = nullptr;

double contention()
{
    static const char* const text = std::getenv("SCALE_CONTENTION");
    static const double value     = text && *text ? std::atof(text) : -1;
    return value;
}

bool reads_together()
{
    return contention() >= 0;
}

// What all readers of a rank's memory get together.
double shared_by(double rate, int readers)
{
    return rate * readers / (1 + contention() * (readers - 1) * (readers - 1));
}

// platform.awk calls the links of connections p1_2, and those of ranks s0 and r0.
bool is_one_of(const char* kinds, const simgrid::s4u::Link& link)
{
    return std::strchr(kinds, link.get_cname()[0]) != nullptr;
}

[[gnu::constructor]] void carry_one_message()
{
    Engine::on_platform_created_cb([] {
        for (auto* link : Engine::get_instance()->get_all_links())
            if (reads_together() && is_one_of("s", *link))
                link->set_sharing_policy(simgrid::s4u::Link::SharingPolicy::NONLINEAR, shared_by);
            else if (is_one_of(reads_together() ? "r" : "psr", *link))
                link->set_concurrency_limit(1);
    });
}

// All ranks are there before the first message. SMPI numbers its processes from 1 on.
Ranks all_ranks()
{
    Ranks ranks;
    for (const auto& actor : Engine::get_instance()->get_all_actors()) {
        const auto rank = std::to_string(actor->get_pid() - 1);
        const auto* out = simgrid::s4u::Link::by_name_or_null("s" + rank);
        const auto* into = simgrid::s4u::Link::by_name_or_null("r" + rank);
        if (out && into)
            ranks[actor->get_impl()] = {out->get_impl(), into->get_impl()};
    }
    return ranks;
}

// Nothing, where this end is no rank.
const Copying* rank_at(std::ptrdiff_t end)
{
    static const Ranks ranks = all_ranks();
    const auto found = ranks.find(*reinterpret_cast<ActorImpl* const*>(beginning + end));
    return found == ranks.end() ? nullptr : &found->second;
}

} // namespace

void* start_message(void* message)
{
    static const auto original = reinterpret_cast<decltype(&start_message)>(dlsym(RTLD_NEXT, START));
    beginning = static_cast<const char*>(message);
    auto* result = original(message);
    beginning = nullptr;
    return result;
}

void route(const NetPoint* from, const NetPoint* to, Links& links, double* latency, void* zones)
{
    static const auto original = reinterpret_cast<decltype(&route)>(dlsym(RTLD_NEXT, ROUTE));
    original(from, to, links, latency, zones);
    if ((from != to && !reads_together()) || !beginning)
        return;
    const auto* sender   = rank_at(SENDER);
    const auto* receiver = rank_at(RECEIVER);
    if (sender && receiver) {
        links.push_back(sender->out);
        if (from == to)
            links.push_back(receiver->into);
    }
}
