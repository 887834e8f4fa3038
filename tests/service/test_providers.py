import pytest

from host.errors import AmbryError, NotFoundError
from host.index.database import Database
from host.index.library import SqliteLibrary
from host.service.providers import Providers
from tests.fakes import DictKeys, QuotingProvider, ScriptedProvider


class Local(ScriptedProvider):
    name, label = "local", "Local"


class Cloud(ScriptedProvider):
    name, label, cloud = "cloud", "Cloud", True


@pytest.fixture
def library(ambry_home):
    database = Database(ambry_home / "ambry.db")
    yield SqliteLibrary(database)
    database.close()


@pytest.fixture
def make(library):
    def make(*, local=True, cloud=True):
        return Providers((Local(ready=local), Cloud(ready=cloud)), QuotingProvider(), library, DictKeys())

    return make


# asked for by name, chosen before, local ready, cloud ready -> who answers, word of the notice
TABLE = [
    ("", "", True, True, "local", ""),
    ("", "", False, True, "extractive", "No language model"),  # a cloud is never chosen for the person
    ("", "cloud", True, True, "cloud", ""),
    ("", "cloud", True, False, "extractive", "Cloud is not ready"),
    ("cloud", "", True, True, "cloud", ""),
    ("cloud", "local", True, False, "extractive", "Cloud is not ready"),
    ("extractive", "", True, True, "extractive", ""),
    ("", "extractive", True, True, "extractive", ""),
]


@pytest.mark.parametrize(("named", "chosen", "local", "cloud", "answers", "notice"), TABLE)
async def test_who_answers(make, named, chosen, local, cloud, answers, notice):
    providers = make(local=local, cloud=cloud)
    if chosen:
        await providers.set_choice(chosen, "")
    choice = await providers.choose(named)
    assert choice.provider.name == answers
    assert notice in choice.notice
    assert bool(choice.notice) == bool(notice)


async def test_the_choice_and_its_model_are_remembered(make):
    await make().set_choice("cloud", "large")
    choice = await make().choose("")
    assert (choice.provider.name, choice.model) == ("cloud", "large")


async def test_the_chosen_model_belongs_to_the_chosen_provider_alone(make):
    await make().set_choice("cloud", "large")
    assert (await make().choose("local")).model == "script"


@pytest.mark.parametrize("named", ["", "local", "cloud"])
async def test_a_provider_nobody_picked_a_model_for_is_told_its_first(make, named):
    assert (await make().choose(named)).model == "script"


async def test_quotes_have_no_model(make):
    assert (await make().choose("extractive")).model == ""


async def test_an_unknown_name_is_refused_with_those_there_are(make):
    for call in (make().choose("gpt"), make().set_choice("gpt", ""), make().set_key("gpt", "k")):
        with pytest.raises(NotFoundError) as caught:
            await call
        assert caught.value.next_step == "Choose one of: local, cloud, extractive."


async def test_only_a_cloud_takes_a_key(make):
    with pytest.raises(AmbryError, match="Local takes no key") as caught:
        await make().set_key("local", "k")
    assert caught.value.next_step == "Choose it without one: ambry provider local"


async def test_every_provider_is_shown_with_what_it_needs(make):
    views = await make(local=False).views()
    assert [(view.name, view.place, view.ready, view.next_step) for view in views] == [
        ("local", "on_device", False, "Write a script."),
        ("cloud", "cloud", True, ""),
        ("extractive", "on_device", True, ""),
    ]
