"""Membership agrees with numpy's, whatever the ids are."""

import numpy as np
import pytest

from host.index.membership import among


@pytest.mark.parametrize("ids", [[], [5], [3, 9, 4, 9], [7, 1_000_000, 2]], ids=["none", "one", "dense", "sparse"])
@pytest.mark.parametrize("wanted", [[], [5], [1, 2, 4, 9, 10], [1_000_000]])
def test_ids_are_found_among_those_wanted_and_no_others(ids, wanted):
    ids, wanted = np.array(ids, np.int64), np.array(wanted, np.int64)
    assert among(ids, wanted).tolist() == [one in wanted.tolist() for one in ids.tolist()]
