"""Names: what counts as the same one, and what only looks like it."""

import pytest

from wikidata_repair_eval.extraction.names import MATCH, name_of, similarity
from wikidata_repair_eval_tests.extraction.build_cases import phrase, said, text, thing

SAME = [
    pytest.param("Irène Joliot-Curie", "Irène Joliot-Curie", id="equal"),
    pytest.param("irène joliot-curie", "Irène Joliot-Curie", id="case"),
    pytest.param("Irene Joliot-Curie", "Irène Joliot-Curie", id="accents of Latin letters"),
    pytest.param("Ire\u0300ne Joliot-Curie", "Irène Joliot-Curie", id="decomposed accents"),
    pytest.param("Wladyslaw Sklodowski", "Władysław Skłodowski", id="a Latin letter that does not decompose"),
    pytest.param("Joliot-Curie, Irène", "Irène Joliot-Curie", id="token order"),
    pytest.param("Jinping Xi", "Xi Jinping", id="token order, and a name that looks Roman"),
    pytest.param("J. R. R. Tolkien", "J.R.R. Tolkien", id="spaces between initials"),
    pytest.param("JRR Tolkien", "J.R.R. Tolkien", id="initials without dots"),
    pytest.param("U.S.", "US", id="dots of an abbreviation"),
    pytest.param("O\u2019Brien", "O'Brien", id="a curly apostrophe"),
    pytest.param("Simon & Garfunkel", "Simon and Garfunkel", id="an ampersand"),
    pytest.param("the Netherlands", "Netherlands", id="an article"),
    pytest.param("World War 2", "World War II", id="a Roman numeral"),
    pytest.param("2nd Infantry Division", "Second Infantry Division", id="an ordinal in words"),
    pytest.param("Strasse", "Straße", id="sharp s"),
    pytest.param("ＡＢＣ", "ABC", id="full-width letters"),  # noqa: RUF001
    pytest.param("Albert Einstien", "Albert Einstein", id="misspelt: two letters swapped"),
    pytest.param("William Shakespear", "William Shakespeare", id="misspelt: the last letter dropped"),
    pytest.param("Philadelpia", "Philadelphia", id="misspelt: a letter missing"),
    pytest.param("Leonardo da Vinchi", "Leonardo da Vinci", id="misspelt: a letter added"),
    pytest.param("Massachusets", "Massachusetts", id="misspelt: a double letter"),
    pytest.param("physisist", "physicist", id="misspelt: a letter that sounds alike"),
    pytest.param("Mahatma Ghandi", "Mahatma Gandhi", id="misspelt: a letter slipped"),
    pytest.param("Pyotr Tchaikovski", "Pyotr Tchaikovsky", id="misspelt: i for y"),
    pytest.param("Saint Petersburg", "St. Petersburg", id="an abbreviated saint"),
    pytest.param("Sergei Brin", "Sergey Brin", id="misspelt: i for y at the end"),
    pytest.param("Katherine Parr", "Catherine Parr", id="misspelt: the one first letter"),
    pytest.param("Steven Spielburg", "Steven Spielberg", id="misspelt: a vowel"),
    pytest.param("Москва", "москва", id="Cyrillic case"),
    pytest.param("ﾄｳｷｮｳ", "トウキョウ", id="half-width kana"),
    pytest.param("!!!", "!!!", id="punctuation alone"),
]
DIFFERENT = [
    pytest.param("Austria", "Australia", id="Austria and Australia"),
    pytest.param("Iran", "Iraq", id="Iran and Iraq"),
    pytest.param("Ireland", "Iceland", id="Ireland and Iceland"),
    pytest.param("Niger", "Nigeria", id="Niger and Nigeria"),
    pytest.param("Slovakia", "Slovenia", id="Slovakia and Slovenia"),
    pytest.param("Gambia", "Zambia", id="Gambia and Zambia"),
    pytest.param("Colombia", "Columbia", id="Colombia and Columbia"),
    pytest.param("Elizabeth I", "Elizabeth II", id="Elizabeth I and II"),
    pytest.param("Henry VII", "Henry VIII", id="Henry VII and VIII"),
    pytest.param("Super Bowl XLVII", "Super Bowl XLVIII", id="larger Roman numerals"),
    pytest.param("sodium sulfate", "sodium sulfite", id="chemicals"),
    pytest.param("Granada", "Grenada", id="Granada and Grenada"),
    pytest.param("Stanford University", "Stamford University", id="a consonant"),
    pytest.param("Louis XIV of France", "Louis XVI of France", id="swapped Roman letters"),
    pytest.param("ABC", "NBC", id="ABC and NBC"),
    pytest.param("University of Oxford", "University of Foxford", id="a first letter more"),
    pytest.param("baseball player", "basketball player", id="baseball and basketball"),
    pytest.param("North Korea", "South Korea", id="directions"),
    pytest.param("Lower Rhine", "Lover Rhine", id="a word that points is not misspelt"),
    pytest.param("Ursa Minor", "Ursa Miner", id="nor is one that ranks"),
    pytest.param("East Germany", "West Germany", id="more directions"),
    pytest.param("1st Infantry Division", "2nd Infantry Division", id="ordinals"),
    pytest.param("Sixteenth Amendment", "Sixtieth Amendment", id="ordinals in words"),
    pytest.param("1948 Summer Olympics", "1984 Summer Olympics", id="swapped digits"),
    pytest.param("Apollo 11", "Apollo 12", id="numbers"),
    pytest.param("World War I", "World War II", id="wars"),
    pytest.param("Web 2.0", "Web 20", id="a decimal point"),
    pytest.param("-5", "5", id="a sign"),
    pytest.param("1 Samuel 2", "2 Samuel 1", id="the order of numbers"),
    pytest.param("Nobel Prize in Physics", "Nobel Prize in Chemistry", id="prizes"),
    pytest.param("University of Amsterdam", "Free University of Amsterdam", id="a word more"),
    pytest.param("George Bush", "George W. Bush", id="an initial more"),
    pytest.param("John Adams", "John Quincy Adams", id="father and son"),
    pytest.param("Maria Curie", "Marie Curie", id="an ending"),
    pytest.param("Daniel Radcliffe", "Daniela Radcliffe", id="a letter more at the end"),
    pytest.param("Christian Andersen", "Christina Andersen", id="swapped at the end"),
    pytest.param("male", "female", id="male and female"),
    pytest.param("C", "C++", id="C and C++"),
    pytest.param("C++", "C#", id="C++ and C sharp"),
    pytest.param("The Who", "WHO", id="The Who is not the WHO"),
    pytest.param("!!!", "???", id="punctuation alone differs"),
    pytest.param("Paris, Texas", "Paris", id="a place within another"),
    pytest.param("東京", "大阪", id="Tokyo and Osaka"),
    pytest.param("東京", "京都", id="Tokyo and Kyoto"),
    pytest.param("Москва", "Киев", id="Moscow and Kyiv"),
    pytest.param("Александра Пушкина", "Александр Пушкин", id="Cyrillic endings"),
    pytest.param("Ленинград", "Ленинрад", id="no misspelling is forgiven in Cyrillic"),
    pytest.param("й", "и", id="a mark that makes a letter"),
    pytest.param("がく", "かく", id="voiced kana"),
    pytest.param("القاهرة", "بغداد", id="Arabic"),
    pytest.param("दिल्ली", "दल्ला", id="Devanagari vowel signs"),
    pytest.param("ירושלים", "חיפה", id="Hebrew"),
    pytest.param("Αθήνα", "Πάτρα", id="Greek"),
    pytest.param("서울", "부산", id="Hangul"),
    pytest.param("😀", "😡", id="emoji"),
    pytest.param("", "", id="nothing is no name"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_name(one, other):
    assert similarity(name_of(one), name_of(other)) >= MATCH
    assert similarity(name_of(other), name_of(one)) >= MATCH


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_another_things_name(one, other):
    assert similarity(name_of(one), name_of(other)) < MATCH
    assert similarity(name_of(other), name_of(one)) < MATCH


@pytest.mark.parametrize(
    ("value", "matches"),
    [
        pytest.param("Q692", True, id="the id"),
        pytest.param("q692", True, id="the id in lower case"),
        pytest.param("wd:Q692", True, id="a CURIE"),
        pytest.param("http://www.wikidata.org/entity/Q692", True, id="an IRI"),
        pytest.param("<https://www.wikidata.org/wiki/Q692>", True, id="an address in brackets"),
        pytest.param("William Shakespeare", True, id="the label"),
        pytest.param('"William Shakespeare"@en', True, id="the label with a language"),
        pytest.param("Bard of Avon", True, id="an alias"),
        pytest.param("The Bard &amp; Swan", True, id="an entity of HTML"),
        pytest.param("ex:William_Shakespeare", True, id="a CURIE of the label"),
        pytest.param("ex:WilliamShakespeare", True, id="a CURIE in camel case"),
        pytest.param("http://dbpedia.org/resource/William_Shakespeare", True, id="a resource"),
        pytest.param("https://en.wikipedia.org/wiki/William%20Shakespeare", True, id="percent encoding"),
        pytest.param("ex:William_Shakespeare_(poet)", True, id="a qualifier that labels never have"),
        pytest.param("Q693", False, id="another id"),
        pytest.param("wd:Q693", False, id="another CURIE"),
        pytest.param("William Shakespeare Jr.", False, id="another person"),
        pytest.param("Shakespeare in Love", False, id="a film"),
        pytest.param("_:b0", False, id="a blank node"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_items_match_by_id_label_and_alias(value, matches):
    author = thing("Q692", "William Shakespeare", "The Bard", "Bard of Avon", "The Bard & Swan", pid="P50")
    assert (said(value, author) >= MATCH) is matches


def test_an_item_without_a_label_matches_by_id_only():
    assert said("wd:Q692", thing("Q692", None)) == 1.0
    assert said("William Shakespeare", thing("Q692", None)) == 0.0


def test_a_label_that_looks_like_an_id_still_matches_as_a_name():
    assert said("Q7", thing("Q990000", "Q7", pid="P1056")) == 1.0
    assert said("wd:Q7", thing("Q990000", "Q7", pid="P1056")) == 0.0


@pytest.mark.parametrize(
    ("value", "statement", "matches"),
    [
        pytest.param('"Maria Skłodowska"@pl', phrase("Maria Skłodowska", "pl"), True, id="a language tag"),
        pytest.param(
            "Maria Skłodowska@pl", phrase("Maria Skłodowska", "pl"), True, id="a tag without quotes"
        ),
        pytest.param("Maria Sklodowska", phrase("Maria Skłodowska", "pl"), True, id="without accents"),
        pytest.param("Лев Толстой", phrase("Лев Толстой", "ru"), True, id="Cyrillic"),
        pytest.param("Лев Толстый", phrase("Лев Толстой", "ru"), False, id="other Cyrillic"),
        pytest.param('"H2O"^^xsd:string', text("H2O"), True, id="a typed string"),
        pytest.param("H2O2", text("H2O"), False, id="one more digit"),
        pytest.param("Panthera leo", text("Panthera leo"), True, id="a taxon"),
    ],
)
def test_strings_and_monolingual_texts(value, statement, matches):
    assert (said(value, statement) >= MATCH) is matches
