import pytest

from host.setup.failure import SetupError
from host.setup.runner import Outcome
from host.setup.torch_build import choose, pinned_version
from tests.setup.fakes import ROOT, FakeRunner, make_setup

NO = Outcome(1, "No matching distribution found")
VERSION = pinned_version(ROOT)


def test_the_version_is_the_one_that_the_project_asks_for():
    assert VERSION == "2.13.0"


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_other_systems_take_their_own_build_without_asking(tmp_path, platform):
    runner = FakeRunner()
    build = choose(make_setup(tmp_path, runner, platform))
    assert (build.requirement, build.options, runner.commands) == (f"torch=={VERSION}", (), [])


def test_an_nvidia_gpu_gets_cuda(tmp_path):
    setup = make_setup(tmp_path)
    driver = setup.machine.root / "proc" / "driver" / "nvidia" / "version"
    driver.parent.mkdir(parents=True)
    driver.touch()
    build = choose(setup)
    assert (build.requirement, build.options) == (f"torch=={VERSION}", ())
    assert "NVIDIA GPU found" in build.why


def test_linux_takes_the_cpu_build_from_pips_local_files_first(tmp_path):
    build = choose(make_setup(tmp_path))
    assert build.requirement == f"torch=={VERSION}+cpu"
    assert build.options == ("--no-deps", "--no-index")
    assert "local files" in build.why


def test_linux_takes_the_cpu_build_from_pytorchs_index_else(tmp_path):
    build = choose(make_setup(tmp_path, FakeRunner([("--no-index", NO)])))
    assert build.requirement == f"torch=={VERSION}+cpu"
    assert "--index-url" in build.options
    assert "PyTorch's own index" in build.why


def test_linux_never_takes_cuda_unasked(tmp_path):
    with pytest.raises(SetupError, match="no CPU build of torch") as caught:
        choose(make_setup(tmp_path, FakeRunner([("torch", NO)])))
    assert "--allow-cuda" in caught.value.next_step


def test_linux_takes_cuda_when_allowed_and_nothing_else_answers(tmp_path):
    build = choose(make_setup(tmp_path, FakeRunner([("torch", NO)]), allow_cuda=True))
    assert (build.requirement, build.options) == (f"torch=={VERSION}", ())
    assert "as you allowed" in build.why
