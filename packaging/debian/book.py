#!/usr/bin/python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""book.py SOURCES FOLDER: the chapters of the book as HTML with Debian's own Markdown; mdBook is not in Debian."""

import html
import re
import shutil
import sys
from pathlib import Path

import markdown

STYLE = """body { max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 }
pre { background: #f4f4f4; padding: .7em; overflow-x: auto } td, th { border: 1px solid #ccc; padding: .2em .5em }
table { border-collapse: collapse; display: block; overflow-x: auto }"""
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>
<body><p><a href="{root}index.html">libhsplit</a></p>
{body}
</body></html>
"""


def include(chapter: Path, words: str) -> str:
    """The lines of a file that a chapter shows: PATH, PATH:FIRST:LAST."""
    path, _, lines = words.partition(":")
    first, _, last = lines.partition(":")
    text = (chapter.parent / path).read_text(encoding="utf-8").splitlines()
    return "\n".join(text[int(first or 1) - 1 : int(last) if last else None])


def anchor(title: str, separator: str) -> str:
    """As mdBook has it."""
    return re.sub(r"[^\w-]", "", title.strip().lower().replace(" ", separator))


def write(chapter: Path, sources: Path, folder: Path) -> None:
    text = chapter.read_text(encoding="utf-8")
    text = re.sub(r"\{\{#include ([^}]*)\}\}", lambda found: include(chapter, found[1]), text)
    body = markdown.markdown(
        text,
        extensions=["tables", "fenced_code", "toc", "sane_lists"],
        extension_configs={"toc": {"slugify": anchor}},
        tab_length=2,
    )
    body = re.sub(r'(href="(?!\w+:)[^"#]*)\.md(["#])', r"\1.html\2", body)
    title = html.escape(re.search(r"^# (.*)", text, re.M)[1])
    relative = chapter.relative_to(sources)
    name = "index.html" if chapter.stem == "SUMMARY" else relative.with_suffix(".html")
    page = folder / name
    page.parent.mkdir(parents=True, exist_ok=True)
    root = "../" * (len(relative.parts) - 1)
    page.write_text(PAGE.format(title=title, style=STYLE, root=root, body=body), encoding="utf-8")


def main() -> None:
    sources, folder = map(Path, sys.argv[1:])
    for file in sorted(sources.rglob("*")):
        if file.suffix == ".md":
            write(file, sources, folder)
        elif file.is_file():
            (folder / file.relative_to(sources)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / file.relative_to(sources))


main()
