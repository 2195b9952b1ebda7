/* SPDX-License-Identifier: MIT OR Apache-2.0
 * The functions of hwloc that hwlocality calls. Each goes on to a libhwloc that is found when a process first asks for
 * its machine (library.rs): most processes under LD_PRELOAD never do. They are hidden from all others in the process.
 * Before a libhwloc is found they fail. */
#include <stddef.h>

#pragma GCC visibility push(hidden)

#define EACH(F)                                                                                                        \
    F(unsigned, 0, get_api_version, (void), ())                                                                        \
    F(int, -1, topology_init, (void **topology), (topology))                                                           \
    F(int, -1, topology_load, (void *topology), (topology))                                                            \
    F(int, -1, topology_abi_check, (void *topology), (topology))                                                       \
    F(int, -1, topology_set_flags, (void *topology, unsigned long flags), (topology, flags))                           \
    F(int, -1, topology_set_components, (void *topology, unsigned long flags, const char *name),                       \
      (topology, flags, name))                                                                                         \
    F(int, -1, topology_set_synthetic, (void *topology, const char *words), (topology, words))                         \
    F(int, -1, topology_set_xmlbuffer, (void *topology, const char *text, int size), (topology, text, size))           \
    F(int, -1, topology_set_type_filter, (void *topology, int type, int filter), (topology, type, filter))             \
    F(int, -1, topology_is_thissystem, (const void *topology), (topology))                                             \
    F(int, -1, topology_export_xmlbuffer, (void *topology, char **text, int *size, unsigned long flags),               \
      (topology, text, size, flags))                                                                                   \
    F(int, -1, cpukinds_get_nr, (const void *topology, unsigned long flags), (topology, flags))                        \
    F(int, -1, cpukinds_get_info,                                                                                      \
      (const void *topology, unsigned kind, void *set, int *efficiency, unsigned *count, void **infos,                 \
       unsigned long flags),                                                                                           \
      (topology, kind, set, efficiency, count, infos, flags))                                                          \
    F(int, -1, get_cpubind, (const void *topology, void *set, int flags), (topology, set, flags))                      \
    F(int, -1, obj_type_is_io, (int type), (type))                                                                     \
    F(void *, NULL, bitmap_alloc, (void), ())                                                                          \
    F(void *, NULL, bitmap_dup, (const void *set), (set))                                                              \
    F(int, -1, bitmap_next, (const void *set, int previous), (set, previous))                                          \
    F(int, -1, bitmap_weight, (const void *set), (set))

/* Those that give nothing back. */
#define EACH_SILENT(F)                                                                                                 \
    F(topology_destroy, (void *topology), (topology))                                                                  \
    F(topology_check, (const void *topology), (topology))                                                              \
    F(free_xmlbuffer, (void *topology, char *text), (topology, text))                                                  \
    F(bitmap_free, (void *set), (set))

#define PLACE(result, otherwise, name, parameters, arguments) AT_##name,
#define SILENT_PLACE(name, parameters, arguments) AT_##name,
enum { EACH(PLACE) EACH_SILENT(SILENT_PLACE) COUNT };

#define NAME(result, otherwise, name, parameters, arguments) "hwloc_" #name,
#define SILENT_NAME(name, parameters, arguments) "hwloc_" #name,

/* Their names; NULL ends them. And their addresses, which library.rs writes. */
const char *const hsplit_hwloc_names[] = {EACH(NAME) EACH_SILENT(SILENT_NAME) NULL};
void *hsplit_hwloc_functions[COUNT];

#define FORWARD(result, otherwise, name, parameters, arguments)                                                        \
    result hwloc_##name parameters                                                                                     \
    {                                                                                                                  \
        result(*function) parameters = hsplit_hwloc_functions[AT_##name];                                              \
        return function == NULL ? otherwise : function arguments;                                                      \
    }
#define SILENT_FORWARD(name, parameters, arguments)                                                                    \
    void hwloc_##name parameters                                                                                       \
    {                                                                                                                  \
        void(*function) parameters = hsplit_hwloc_functions[AT_##name];                                                \
        if (function != NULL) {                                                                                        \
            function arguments;                                                                                        \
        }                                                                                                              \
    }

EACH(FORWARD)
EACH_SILENT(SILENT_FORWARD)
