# SPDX-License-Identifier: MIT OR Apache-2.0
"""licenses.py CARGO FOLDER LIBRARY...: the licences of all that is in these libraries, as files in FOLDER.

CRATES.txt has those of the crates that are compiled into them, or into the crates that the variable CRATES names. Of
the shared objects that they need, those that are not on every Linux (which auditwheel copies) come with the copyright
file of their Debian package; elsewhere with those of a folder that the variable LICENSES names.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

# Libraries that PEP 600 expects on every Linux, if the library needs them.
EVERYWHERE = re.compile(r"(linux-vdso|ld-linux.*|libc|libm|libdl|libpthread|librt|libgcc_s)\.so(\.\d+)?")


def crates(cargo: str) -> list[dict]:
    """The packages that the library is compiled from, but the project's own."""
    command = [*cargo.split(), "metadata", "--format-version=1", "--locked", "--filter-platform", host()]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in told["packages"]}
    nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
    names = os.environ.get("CRATES", "hsplit").split()
    wanted = [package["id"] for package in told["packages"] if package["name"] in names]
    seen = set(wanted)
    while wanted:
        for dependency in nodes[wanted.pop()]["deps"]:
            kinds = [kind["kind"] for kind in dependency["dep_kinds"]]
            if None in kinds and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                wanted.append(dependency["pkg"])
    found = [packages[name] for name in seen if packages[name]["source"]]
    return sorted(found, key=lambda package: (package["name"], package["version"]))


def host() -> str:
    told = subprocess.run(["rustc", "-vV"], check=True, text=True, stdout=subprocess.PIPE).stdout
    return next(line.split()[1] for line in told.splitlines() if line.startswith("host:"))


def write_crates(cargo: str, file: Path) -> None:
    with file.open("w", encoding="utf-8") as out:
        for package in crates(cargo):
            out.write(f"== {package['name']} {package['version']}: {package['license']}\n\n")
            for text in sorted(Path(package["manifest_path"]).parent.iterdir()):
                if re.match(r"(?i)(licen[cs]e|copying|copyright|notice|unlicense)", text.name) and text.is_file():
                    out.write(text.read_text(encoding="utf-8", errors="replace").strip() + "\n\n")


def needed(library: str) -> set[str]:
    """The files that a library needs and that are not everywhere."""
    lines = subprocess.run(["ldd", library], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    words = [line.split() for line in lines if "=>" in line]
    return {os.path.realpath(word[2]) for word in words if not EVERYWHERE.fullmatch(word[0])}


def package_of(file: str) -> "str | None":
    """Debian's package of a file (its database may know it by the name before /usr was merged)."""
    for name in (file, file.removeprefix("/usr")):
        try:
            told = subprocess.run(["dpkg", "-S", name], text=True, capture_output=True, check=False)
        except FileNotFoundError:
            return None
        if told.returncode == 0:
            return told.stdout.split(":")[0]
    return None


def main() -> None:
    cargo, folder, *libraries = sys.argv[1:]
    write_crates(cargo, Path(folder, "CRATES.txt"))
    given = os.environ.get("LICENSES")
    if given:
        for text in Path(given).iterdir():
            Path(folder, text.name).write_bytes(text.read_bytes())
        return
    for file in sorted(set().union(*map(needed, libraries))):
        package = package_of(file)
        copyright = Path("/usr/share/doc", package or "", "copyright")
        if not package or not copyright.is_file():
            sys.exit(f"licenses.py: the licence of {file} is not found; LICENSES=FOLDER names a folder with it")
        Path(folder, f"{package}.txt").write_bytes(copyright.read_bytes())


main()
