/* SPDX-License-Identifier: MIT OR Apache-2.0
 * One piece of memory for the code of all ranks, preloaded by 'run'. SMPI gives each rank its own copy of the program
 * and of the library, as files, because both have global variables. Of a copy of the library 98 percent are code and
 * constants, which are the same in all of them.
 *
 * Here all copies of a file share the code of the first one. The variables of each become memory without a file, so
 * that the copy is needed no more. A rank still has its own addresses for both, its own variables and its own
 * thread-local ones: the program behaves the same. The files stay, empty, until 'run' ends: the loader takes a new file
 * for an old one if it gets the number of a deleted one (st_ino).
 *
 * A rank then has four mappings; Linux allows 65,530 to a process (vm.max_map_count). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 4, MOST_HEADERS = 16 };

/* The code of one file, from the first copy of it. */
struct code {
    ElfW(Phdr) headers[MOST_HEADERS];
    size_t count;
    int memory;
};

static struct code codes[MOST_FILES];

/* An object in memory: its code, then its variables. */
struct object {
    char *code, *variables, *end;
    const ElfW(Phdr) * headers;
    size_t count;
};

/* The directory of the copies, made by 'run'. */
static int in_folder(const char *file)
{
    const char *folder = getenv("TMPDIR");
    size_t length = folder ? strlen(folder) : 0;
    return length && strncmp(file, folder, length) == 0 && file[length] == '/' && !strchr(file + length + 1, '/');
}

/* The loader's record of an object, or NULL. */
static const ElfW(Dyn) * entry(const struct link_map *map, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *found = map->l_ld;
    while (found->d_tag != DT_NULL && found->d_tag != tag)
        found++;
    return found->d_tag == DT_NULL ? NULL : found;
}

static uintptr_t value(const struct link_map *map, ElfW(Sxword) tag)
{
    const ElfW(Dyn) *found = entry(map, tag);
    return found ? found->d_un.d_val : 0;
}

static int has_relocations_in_code(const struct link_map *map)
{
    return entry(map, DT_TEXTREL) || value(map, DT_FLAGS) & DF_TEXTREL;
}

/* 0 unless all variables are after all code. */
static int find(const struct link_map *map, struct object *found)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t base = map->l_addr, first = UINTPTR_MAX, code_end = 0, variables = UINTPTR_MAX, end = 0;
    const ElfW(Ehdr) *file = (const ElfW(Ehdr) *)base;
    found->headers = (const ElfW(Phdr) *)(base + file->e_phoff);
    found->count = file->e_phnum;
    for (size_t i = 0; i < found->count; i++) {
        const ElfW(Phdr) *one = &found->headers[i];
        uintptr_t begin = base + one->p_vaddr, after = begin + one->p_memsz;
        if (one->p_type != PT_LOAD)
            continue;
        begin -= begin % page;
        after += (page - after % page) % page;
        if (one->p_flags & PF_W) {
            variables = begin < variables ? begin : variables;
            end = after > end ? after : end;
        } else {
            first = begin < first ? begin : first;
            code_end = after > code_end ? after : code_end;
        }
    }
    found->code = (char *)first;
    found->variables = (char *)variables;
    found->end = (char *)end;
    return first == base && code_end == variables && found->count <= MOST_HEADERS && !has_relocations_in_code(map);
}

/* The code of the first copy of a file; -1 for a file that is not the same one. (Only the name of a rank's library
 * differs in the copies of a program. The loader has read it before.) */
static int memory_of(struct code *of, const struct object *object)
{
    size_t headers = object->count * sizeof *object->headers, code = (size_t)(object->variables - object->code);
    if (of->count)
        return of->count == object->count && memcmp(of->headers, object->headers, headers) == 0 ? of->memory : -1;
    of->count = object->count;
    memcpy(of->headers, object->headers, headers);
    of->memory = memfd_create("code", MFD_CLOEXEC);
    /* (An address that is not mapped is an error here, not the end.) */
    if (of->memory >= 0 && write(of->memory, object->code, code) != (ssize_t)code) {
        close(of->memory);
        of->memory = -1;
    }
    return of->memory;
}

typedef void *look_up(void *, const char *);

static void *simgrid;
static look_up *original_dlsym;

/* The function that a rank's library calls as dlsym. To find a function of the MPI, the loader would search the copies
 * of all ranks before this one for the caller. The loader must take the library as the caller: this must be a jump. */
__attribute__((optimize("O2"))) static void *find_symbol(void *scope, const char *name)
{
    void *found;
    int of_mpi =
        strncmp(name, "PMPI_", 5) == 0 || strncmp(name, "smpi_", 5) == 0 || strcmp(name, "MPI_COMM_WORLD") == 0;
    if (scope == RTLD_DEFAULT && of_mpi && (found = original_dlsym(simgrid, name)))
        return found;
    return original_dlsym(scope, name);
}

/* Puts it into the library. (A rank's objects are searched before all preloaded ones, RTLD_DEEPBIND.) */
static void redirect(const struct link_map *map)
{
    static const ElfW(Sxword) tables[][2] = {{DT_RELA, DT_RELASZ}, {DT_JMPREL, DT_PLTRELSZ}};
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)value(map, DT_SYMTAB);
    const char *names = (const char *)value(map, DT_STRTAB);
    Dl_info found;
    if (!simgrid && dladdr(dlsym(RTLD_DEFAULT, "PMPI_Init"), &found))
        simgrid = dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    original_dlsym = dlsym;
    for (size_t i = 0; simgrid && symbols && names && i < sizeof tables / sizeof *tables; i++) {
        const ElfW(Rela) *one = (const ElfW(Rela) *)value(map, tables[i][0]);
        const ElfW(Rela) *end = one + value(map, tables[i][1]) / sizeof *one;
        for (; one && one < end; one++) {
            void **place = (void **)(map->l_addr + one->r_offset);
            const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(one->r_info)];
            if (strcmp(names + symbol->st_name, "dlsym") == 0 && *place == (void *)original_dlsym)
                *place = (void *)find_symbol;
        }
    }
}

/* If anything fails, the copy stays in use. */
static void share(struct code *of, const struct link_map *map)
{
    struct object object;
    size_t code, variables;
    int memory;
    void *copy;
    if (!find(map, &object) || (memory = memory_of(of, &object)) < 0)
        return;
    code = (size_t)(object.variables - object.code);
    variables = (size_t)(object.end - object.variables);
    copy = mmap(NULL, variables, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED)
        return;
    memcpy(copy, object.variables, variables);
    if (mremap(copy, variables, variables, MREMAP_MAYMOVE | MREMAP_FIXED, object.variables) == MAP_FAILED)
        munmap(copy, variables);
    else if (mmap(object.code, code, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, memory, 0) != MAP_FAILED) {
        redirect(map);
        (void)!truncate(map->l_name, 0);
    }
}

/* SMPI calls this to delete the copies. */
int unlink(const char *file)
{
    static int (*original)(const char *);
    struct stat found;
    if (in_folder(file) && stat(file, &found) == 0 && found.st_size == 0)
        return 0;
    if (!original)
        original = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    return original ? original(file) : -1;
}

/* The most KiB that the process had, without the code, of which each rank's pages count as memory (RSS). */
__attribute__((destructor)) static void tell_memory(void)
{
    char path[4096], line[256];
    const char *folder = getenv("TMPDIR");
    long peak = 0, code = 0, tables = 0;
    FILE *status = codes[0].count && folder ? fopen("/proc/self/status", "r") : NULL, *told;
    if (!status)
        return;
    while (fgets(line, sizeof line, status)) {
        sscanf(line, "VmHWM: %ld", &peak);
        sscanf(line, "RssShmem: %ld", &code);
        sscanf(line, "VmPTE: %ld", &tables);
    }
    fclose(status);
    snprintf(path, sizeof path, "%s/memory", folder);
    if ((told = fopen(path, "w"))) {
        fprintf(told, "%ld\n", peak - code + tables);
        fclose(told);
    }
}

/* SMPI calls this to load the copies of a rank: the program, by its path, and thereby the libraries in the same
 * directory. */
void *dlopen(const char *file, int mode)
{
    static void *(*original)(const char *, int);
    struct link_map *map;
    void *handle;
    if (!original)
        original = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    if (!original)
        return NULL;
    handle = original(file, mode);
    if (!handle || !file || !in_folder(file))
        return handle;
    /* All objects that have just been loaded are after this one in the loader's list. */
    map = (struct link_map *)handle;
    for (size_t nth = 0; map && nth < MOST_FILES; map = map->l_next)
        if (in_folder(map->l_name))
            share(&codes[nth++], map);
    return handle;
}
