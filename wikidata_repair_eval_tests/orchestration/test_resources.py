"""Resources: settings are read when they are asked for, and again only when something has changed."""

import pytest

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.orchestration import resources
from wikidata_repair_eval.orchestration.resources import WikiResource

TEXT = "name: mine\napi_url: https://a.example/api.php\nreport_prefix: 'Wikidata:R/'\n"


@pytest.fixture
def source(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_LOADED", {})
    monkeypatch.delenv("WRE_CONTACT", raising=False)
    file = tmp_path / "mine.yaml"
    file.write_text(TEXT)
    return file


@pytest.fixture
def loads(monkeypatch):
    """How often the settings were really read."""
    count, load = [], resources.load_settings
    monkeypatch.setattr(resources, "load_settings", lambda environ: count.append(1) or load(environ))
    return count


def test_settings_are_read_once_while_nothing_changes(source, loads):
    wiki = WikiResource(source=str(source))
    assert wiki.settings() == wiki.settings() == WikiResource(source=str(source)).settings()
    assert len(loads) == 1


def test_a_changed_source_file_is_read_again(source):
    wiki = WikiResource(source=str(source))
    assert wiki.settings().source.concurrency == 3
    source.write_text(TEXT + "concurrency: 2\n")
    assert wiki.settings().source.concurrency == 2


def test_another_environment_or_folder_gives_other_settings(source, monkeypatch, tmp_path):
    wiki = WikiResource(source=str(source))
    before = wiki.settings()
    monkeypatch.setenv("WRE_CONTACT", "me@example.org")
    assert (before.contact, wiki.settings().contact) == (None, "me@example.org")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("WRE_DATA_DIR", "data")
    assert wiki.settings().data_dir == str(tmp_path / "elsewhere" / "data")


def test_a_source_file_that_is_gone_is_an_error_and_not_a_memory(source):
    wiki = WikiResource(source=str(source))
    wiki.settings()
    source.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        wiki.settings()


def test_an_article_list_that_appears_later_is_found(source):
    source.write_text(TEXT + "articles: list.yaml\n")
    wiki = WikiResource(source=str(source))
    assert wiki.settings().source.articles == "list.yaml"
    (source.parent / "list.yaml").write_text("articles: []\n")
    assert wiki.settings().source.articles == str(source.parent / "list.yaml")
