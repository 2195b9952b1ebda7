// SPDX-License-Identifier: MIT OR Apache-2.0
// What takes most of the processor time of long simulations, made quick; preloaded by 'run'. SimGrid 3.32 keeps a list
// of what each rank has begun, and takes out what has ended by walking through the whole list, several times for a
// message. A rank that has begun thousands of messages is slow thereby. Here each list has an index.
//
// The function is a copy of std::list::remove in SimGrid's library, which has no name there. It is known by its code,
// as Debian's compiler has made it; where that code is not found once, nothing changes but the time.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <link.h>
#include <list>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>

#include <simgrid/forward.h>

namespace {

using simgrid::kernel::activity::ActivityImplPtr;

using Begun = std::list<ActivityImplPtr>;

// Where everything is in a list. New elements come at its end.
class Index {
    std::unordered_multimap<const void*, Begun::iterator> places;
    Begun::iterator last;

    // Takes in what has come since. If something else than this has taken elements out, all are taken in.
    void follow(Begun& begun)
    {
        const auto former = places.size();
        if (begun.size() >= former) {
            auto at = begun.end();
            for (auto fresh = begun.size() - former; fresh > 0; --fresh)
                places.emplace((--at)->get(), at);
            if (former == 0 || std::prev(at) == last)
                return;
        }
        places.clear();
        for (auto at = begun.begin(); at != begun.end(); ++at)
            places.emplace(at->get(), at);
    }

public:
    void remove(Begun& begun, const void* ended)
    {
        follow(begun);
        const auto [first, end] = places.equal_range(ended);
        for (auto place = first; place != end; ++place)
            begun.erase(place->second);
        places.erase(first, end);
        if (!begun.empty())
            last = std::prev(begun.end());
    }
};

void remove(Begun& begun, const ActivityImplPtr& ended)
{
    static std::unordered_map<const Begun*, Index> indices;
    indices[&begun].remove(begun, ended.get());
}

// The beginning of the function, and its loop.
constexpr unsigned char BEGINNING[] = {0x41, 0x56, 0x41, 0x55, 0x41, 0x54, 0x55, 0x53,
                                       0x48, 0x83, 0xec, 0x20, 0x48, 0x8b, 0x2f};
constexpr unsigned char LOOP[] = {0x48, 0x89, 0xee, 0x49, 0x8b, 0x06, 0x48, 0x8b, 0x6d, 0x00,
                                  0x48, 0x39, 0x46, 0x10, 0x75, 0xeb, 0x48, 0x39, 0xdd};
constexpr std::size_t LOOP_AT = 0x55;

// What is put there: movabs $remove, %r11; jmp *%r11.
struct [[gnu::packed]] Jump {
    unsigned char load[2]          = {0x49, 0xbb};
    decltype(&remove) address   = remove;
    unsigned char jump[3]          = {0x41, 0xff, 0xe3};
};

void replace(unsigned char* function)
{
    const auto page  = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<std::uintptr_t>(function) / page * page;
    const auto bytes = reinterpret_cast<std::uintptr_t>(function) + sizeof(Jump) - first;
    if (mprotect(reinterpret_cast<void*>(first), bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return;
    const Jump jump;
    std::memcpy(function, &jump, sizeof jump);
    mprotect(reinterpret_cast<void*>(first), bytes, PROT_READ | PROT_EXEC);
}

// The function in the code of an object, if it is there once.
unsigned char* find(unsigned char* code, std::size_t bytes)
{
    unsigned char* found = nullptr;
    for (auto* end = code + bytes;; ++code) {
        code = std::search(code, end, std::begin(LOOP), std::end(LOOP));
        if (code == end)
            return found;
        auto* function = code - LOOP_AT;
        if (std::memcmp(function, BEGINNING, sizeof BEGINNING) != 0)
            continue;
        if (found)
            return nullptr;
        found = function;
    }
}

int in_simgrid(dl_phdr_info* object, std::size_t, void*)
{
    if (!std::strstr(object->dlpi_name, "/libsimgrid.so"))
        return 0;
    for (int nth = 0; nth < object->dlpi_phnum; ++nth) {
        const auto& segment = object->dlpi_phdr[nth];
        if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
            continue;
        if (auto* function = find(reinterpret_cast<unsigned char*>(object->dlpi_addr + segment.p_vaddr),
                                  segment.p_filesz))
            replace(function);
    }
    return 1;
}

[[gnu::constructor]] void make_removal_quick()
{
    dl_iterate_phdr(in_simgrid, nullptr);
}

} // namespace
