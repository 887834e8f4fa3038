from pathlib import Path

import pytest

from host.contract import typescript
from host.identity import PROTOCOL

COMMITTED = Path(__file__).parents[2] / "extension" / "contract.ts"


def test_the_extension_has_the_current_contract():
    fresh = typescript.generate()
    assert COMMITTED.read_text(encoding="utf-8") == fresh, (
        "run: python -m host.contract.typescript > extension/contract.ts"
    )


@pytest.mark.parametrize(
    "line",
    [
        f"export const PROTOCOL = {PROTOCOL};",
        # A sender may leave out what has a default; the tag never.
        "  max_pages?: number;",
        '  type: "ask";',
        # A receiver always gets every field.
        "  next_step: string;",
        "  collection: CollectionView | null;",
        "  readonly (SourceView)[]",
        "  ask: AnswerResult;",
        "  /** Unix time, seconds. */",
    ],
)
def test_it_says_what_the_models_say(line):
    assert line.strip() in typescript.generate()


def test_a_schema_it_does_not_know_is_an_error_here_and_no_wrong_type_there():
    with pytest.raises(TypeError, match="does not know"):
        typescript._type({"type": "object", "additionalProperties": True}, None)
