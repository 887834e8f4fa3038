"""Which names in a watched folder are not a person's notes: hidden, temporary, of other programs, or excluded."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from host.core.vault_address import one_spelling
from host.errors import ErrorCode, FolderError

_OTHERS = frozenset({"node_modules", "__pycache__", "@eadir", "#recycle", "$recycle.bin", "system volume information"})
"""Folders full of files that nobody wrote: of package managers, of network drives and of Windows."""

_TEMPORARY = re.compile(
    r"""
    ~\$.*                       # Microsoft Office: the owner of an open document
    | .*~                       # Vim, Emacs, Kate: the version before
    | \#.*\#                    # Emacs: what is not saved yet
    | 4913 | 5036               # Vim: may a file be made here?
    | .*\.(?:tmp|temp|sw[a-z]|part|partial|crdownload|download|opdownload|filepart|!ut|bak)
    | .*\.sb-[0-9a-f]{8}-\w{6}  # macOS: a document while it is saved
    | .*___jb_(?:tmp|old)___    # JetBrains
    """,
    re.VERBOSE | re.IGNORECASE,
)


class FolderNames:
    """Tells by its name whether something is left out."""

    def __init__(self, exclude: Sequence[str]) -> None:
        """`exclude` are patterns as in a .gitignore file. Raises FolderError for one that is none."""
        try:
            self._excluded = GitIgnoreSpec.from_lines(map(one_spelling, exclude))
        except (ValueError, re.error) as exc:
            message = f"The exclusions {', '.join(exclude)} cannot be understood."
            raise FolderError(ErrorCode.FOLDER_REFUSED, message, "Write them as in .gitignore: drafts/, *.log") from exc

    def leave_out(self, path: str, *, is_folder: bool) -> bool:
        """Whether what lies at this path, in a folder that is not left out itself, is none of ours."""
        name = path.rpartition("/")[2]
        if name.startswith(".") or _TEMPORARY.fullmatch(name) or (is_folder and name.lower() in _OTHERS):
            return True
        return bool(self._excluded) and self._excluded.match_file(one_spelling(f"{path}/" if is_folder else path))

    def leave_out_somewhere(self, path: str) -> bool:
        """Whether this path, be it of a file or a folder, or one of the folders that it lies in is left out."""
        parts = path.split("/")
        above = ("/".join(parts[:length]) for length in range(1, len(parts)))
        return any(self.leave_out(folder, is_folder=True) for folder in above) or self.leave_out(path, is_folder=False)
