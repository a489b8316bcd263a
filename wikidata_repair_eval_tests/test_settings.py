"""The source file and the environment, and what a person is told when they are wrong."""

from pathlib import Path

import pytest

from wikidata_repair_eval.errors import InputError, SetupError
from wikidata_repair_eval.sandbox.build import build_world
from wikidata_repair_eval.sandbox.second_half import article_list
from wikidata_repair_eval.settings import Source, load_settings, parse_source, shipped_sources

LEAST = "name: mine\napi_url: https://wiki.example/w/api.php\nreport_prefix: 'Project:Reports/'\n"


def test_every_shipped_source_loads_and_is_named_like_its_file():
    assert set(shipped_sources()) >= {"sandbox", "wikidata"}
    for name, path in shipped_sources().items():
        assert parse_source(path.read_text(), str(path)).name == name


def test_the_sandbox_is_the_default_and_needs_no_contact():
    settings = load_settings({})
    assert settings.source.name == "sandbox"
    assert "no contact given" in settings.user_agent("1", "lib/2")


def test_only_api_url_and_report_prefix_and_a_name_are_required():
    source = parse_source(LEAST, "mine.yaml")
    assert source.sparql_url is None
    with pytest.raises(SetupError, match="no sparql_url, so what needs it is switched off"):
        source.require("sparql_url")


def test_wikidata_without_a_contact_stops_with_a_sentence():
    with pytest.raises(SetupError, match="WRE_CONTACT is not set"):
        load_settings({"WRE_SOURCE": "wikidata"}).user_agent("1", "lib/2")


def test_the_contact_goes_into_the_user_agent():
    settings = load_settings({"WRE_SOURCE": "wikidata", "WRE_CONTACT": "me@example.org"})
    assert settings.user_agent("1", "lib/2") == "wikidata_repair_eval/1 (me@example.org) lib/2"


@pytest.mark.parametrize("contact", ["nobody", "a@b\r\nX-Evil: 1", "名前@例え"])
def test_a_contact_that_nobody_could_use_is_refused(contact: str):
    with pytest.raises(SetupError, match="neither an e-mail address nor the address of a page"):
        load_settings({"WRE_CONTACT": contact})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("name: [", "mine.yaml, line 1: this is not YAML", id="no YAML"),
        pytest.param("- a\n- b\n", "holds a list, not keys and values", id="a list"),
        pytest.param("", "holds a NoneType, not keys", id="an empty file"),
        pytest.param("name: mine\n", "'api_url' is required; 'report_prefix' is required", id="missing keys"),
        pytest.param(LEAST + "sparq_url: https://x/\n", "did you mean 'sparql_url'", id="a typing error"),
        pytest.param(LEAST + "rest_url: wiki.example\n", "must be a full http or https", id="no scheme"),
        pytest.param(LEAST + "rest_url: https://me:pw@x/\n", "must have no user name", id="a password"),
        pytest.param(LEAST + "search_url: https://x/?api_key=1\n", "keys come from the env", id="a key"),
        pytest.param(LEAST + "concurrency: 0\n", "'concurrency'", id="no concurrency"),
        pytest.param(LEAST + "requests_per_minute: fast\n", "'requests_per_minute'", id="a word as rate"),
    ],
)
def test_a_wrong_source_file_is_named_with_key_and_fix(text: str, message: str):
    with pytest.raises(InputError) as caught:
        parse_source(text, "mine.yaml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("mine.yaml, ")
    assert "Fix: " in str(caught.value)


def test_a_source_that_is_not_there_lists_the_shipped_ones():
    with pytest.raises(InputError, match="use sandbox, wikidata, or the path of a file"):
        load_settings({"WRE_SOURCE": "wikidta"})


def test_a_source_file_anywhere_can_be_chosen(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text(LEAST)
    assert load_settings({"WRE_SOURCE": str(tmp_path / "mine.yaml")}).source.name == "mine"


def test_an_article_list_is_found_beside_its_source_file(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text(LEAST + "articles: list.yaml\n")
    assert load_settings({"WRE_SOURCE": str(tmp_path / "mine.yaml")}).source.articles == "list.yaml"
    (tmp_path / "list.yaml").write_text("articles: []\n")
    found = load_settings({"WRE_SOURCE": str(tmp_path / "mine.yaml")}).source.articles
    assert found == str(tmp_path / "list.yaml")


def test_the_sandbox_source_names_the_articles_of_its_own_world():
    embedded = load_settings({}).source.embedded
    assert embedded is not None
    listed = Path(load_settings({}).source.articles or "").read_bytes()
    assert listed == article_list(build_world(embedded.seed, embedded.scale))


def test_caches_and_dagster_stay_local_when_the_data_is_in_a_bucket():
    settings = load_settings({"WRE_DATA_DIR": "s3://bucket/data"})
    assert settings.data_dir == "s3://bucket/data"
    assert settings.local_dir == Path("data").resolve()
    assert settings.dagster_home == Path("data/dagster").resolve()


def test_local_data_and_local_dir_are_one_folder_unless_told_otherwise(tmp_path: Path):
    settings = load_settings({"WRE_DATA_DIR": str(tmp_path / "a")})
    assert (settings.data_dir, settings.local_dir) == (str(tmp_path / "a"), tmp_path / "a")
    elsewhere = {"WRE_DATA_DIR": f"file://{tmp_path}/a", "WRE_LOCAL_DIR": str(tmp_path / "b")}
    settings = load_settings(elsewhere)
    assert (settings.data_dir, settings.local_dir) == (str(tmp_path / "a"), tmp_path / "b")


def test_printing_settings_shows_no_key():
    settings = load_settings({"TAVILY_API_KEY": "tvly-verysecret", "OPENAI_API_KEY": "abc-secret"})
    assert settings.secrets() == ("tvly-verysecret", "abc-secret")
    assert "secret'" not in repr(settings)
    assert "verysecret" not in repr(settings) + settings.model_dump_json()


def test_the_environment_wins_over_the_sources_chat_address():
    assert (
        load_settings({"OPENAI_BASE_URL": "http://localhost:1234/v1/"}).chat_url == "http://localhost:1234/v1"
    )
    assert load_settings({}).chat_url == load_settings({}).source.chat_url


def test_every_key_of_a_source_file_is_explained_in_the_docs():
    text = (Path(__file__).parents[1] / "docs" / "sources.md").read_text()
    assert [key for key in Source.model_fields if f"`{key}`" not in text] == []
