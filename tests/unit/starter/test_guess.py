"""What columns are taken for: by their names in many languages, and only where their values can be that."""

from __future__ import annotations

from pathlib import Path

import pytest

from carddesigner.core.report import Report
from carddesigner.starter.made import NewOptions, Sure
from carddesigner.starter.reading.source import guess_encoding, read_source
from carddesigner.starter.roles.guess import Guess, Role
from carddesigner.starter.table_roles import agreed, decide

ROWS = [("Dragon", 3), ("Knight", 1), ("Wizard", 3), ("Castle", 2), ("Forest", 1)]


def guesses(tmp_path: Path, text: str, name: str = "cards.csv") -> dict[str, list[Guess]]:
    """The guesses about a table, by header."""
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    source = read_source(file, Report())[0]
    out: dict[str, list[Guess]] = {}
    for guess in decide(source, agreed([source]), lambda _: None, lambda _: None)[0]:
        out.setdefault(guess.column.header, []).append(guess)
    return out


def roles(tmp_path: Path, text: str) -> dict[str, set[Role]]:
    return {h: {g.role for g in gs} for h, gs in guesses(tmp_path, text).items()}


QUANTITIES = (
    "Qty|Quantity|Quantities|Count|Copies|Number of cards|Number of copies|# of cards|How many|Anzahl|Stück|Quantité|Exemplaires"
    "|Cantidad|Quantidade|Quantità|Duplication|Количество|枚数|数量|수량|כמות|QTY|card_count|Qty."
)


@pytest.mark.parametrize("header", QUANTITIES.split("|"))
def test_quantities_under_any_name(header, tmp_path):
    text = f"Name,{header}\n" + "".join(f"{n},{q}\n" for n, q in ROWS)
    assert roles(tmp_path, text)[header] == {Role.COPIES}


@pytest.mark.parametrize("header", ["#", "x", "Number", "×"])
def test_a_name_that_may_mean_anything_needs_values_that_look_like_quantities(header, tmp_path):
    few = f"Name,{header}\n" + "".join(f"{n},{q}\n" for n, q in ROWS)
    found = guesses(tmp_path, few)[header][0]
    assert (found.role, found.sure) == (Role.COPIES, Sure.LIKELY)
    running = f"{header},Name\n" + "".join(f"{i},{n}\n" for i, (n, _) in enumerate(ROWS, 1))
    assert Role.COPIES not in roles(tmp_path, running)[header]


@pytest.mark.parametrize(
    "values", ["many,1,3,2,1", "-1,1,3,2,1", "1.5,1,3,2,1", "0,0,0,0,0", "2024,2023,2022,2021,2020"]
)
def test_what_can_be_no_quantity_is_none(values, tmp_path):
    text = "Name,Qty\n" + "".join(f"{n},{v}\n" for (n, _), v in zip(ROWS, values.split(","), strict=True))
    assert Role.COPIES not in roles(tmp_path, text)["Qty"]


def test_quantities_of_parts_of_a_game_are_added(tmp_path):
    found = guesses(tmp_path, "Name,Count base,Count extra\nA,1,2\nB,2,\nC,1,1\nD,4,1\n")
    assert [g.role for h in ("Count base", "Count extra") for g in found[h]] == [Role.COPIES] * 2
    assert found["Count base"][0].why.endswith("12 cards of 2 columns added")


def test_a_total_of_quantities_is_how_many(tmp_path):
    found = roles(tmp_path, "Name,Count base,Count extra,Total\nA,1,2,3\nB,2,,2\nC,1,1,2\nD,4,1,5\n")
    assert found["Total"] == {Role.COPIES}
    assert found["Count base"] == found["Count extra"] == {Role.OUT}


def test_the_roles_of_a_usual_table(tmp_path):
    text = (
        "ID,Card Name,Mana Cost,Type,Attack,Health,Rules Text,Flavour,Art,Notes,Website\n"
        "a1,Fireball,3,Spell,,,Deal 4 damage to any target.,It is hot.,fire.png,check,https://x.org/1\n"
        "a2,Goblin,2,Creature,2,1,Rush.,It smells.,goblin.png,,https://x.org/2\n"
        "a3,Wall,4,Creature,0,8,Can't attack.,It stands.,wall.png,,https://x.org/3\n"
        "a4,Storm,5,Spell,,,Tap all creatures.,It rains.,storm.png,,https://x.org/4\n"
    )
    assert roles(tmp_path, text) == {
        "ID": {Role.ID},
        "Card Name": {Role.TITLE},
        "Mana Cost": {Role.COST},
        "Type": {Role.TYPE},
        "Attack": {Role.ATTACK},
        "Health": {Role.HEALTH},
        "Rules Text": {Role.RULES},
        "Flavour": {Role.FLAVOUR},
        "Art": {Role.PICTURE},
        "Notes": {Role.OUT},
        "Website": {Role.OUT},
    }


def test_what_is_the_same_on_every_card_is_not_printed(tmp_path):
    found = guesses(tmp_path, "Name,Game,Text\nA,Quest,do\nB,Quest,be\nC,Quest,see\n")["Game"][0]
    assert (found.role, found.sure) == (Role.OUT, Sure.GUESS)
    assert "Quest" in found.why


def test_colours_in_cells_colour_the_cards(tmp_path):
    assert roles(tmp_path, "Name,Paint\nA,#aa3366\nB,#ddcc55\n")["Paint"] == {Role.COLOUR}


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("Name,Text\nA,b\n", None),
        ("My game v3,,\n,,\nName,Cost,Text\nA,1,b\nB,2,c\n", 3),
        ("lighthouse\numbrella\nvolcano\n", 0),
        ("1,Dragon,5\n2,Knight,3\n", 0),
        ("Foo,Bar\nabc,1\ndef,2\n", None),
    ],
)
def test_the_header_is_found_or_known_to_be_missing(text, header, tmp_path):
    file = tmp_path / "cards.csv"
    file.write_text(text)
    assert read_source(file, Report())[0].rows.header == header


def test_commas_in_a_table_of_one_column_are_commas(tmp_path):
    found = guesses(tmp_path, "text\nWell, well, well.\nI came, I saw.\nSay when.\n")
    assert found["text"][0].column.texts == ("Well, well, well.", "I came, I saw.", "Say when.")


def test_headers_that_are_no_names_get_some(tmp_path):
    file = tmp_path / "cards.csv"
    file.write_text("🔥,Name,Name,,a.b,Mana Cost,copies\n1,b,c,d,e,2,many\n", encoding="utf-8")
    source = read_source(file, Report())[0]
    assert source.rows.columns == ("fire", "Name", "Name_2", "column_d", "a_b", "Mana_Cost", "copies")
    assert source.headers == ("🔥", "Name", "Name", "column_d", "a.b", "Mana Cost", "copies")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Titel;Löwe;Größe;Übung", "windows-1252"),
        ("“Smart” quotes — café", "windows-1252"),
        ("N.º de cópias;Função;Água", "windows-1252"),
        ("Название;Дракон;Щит и меч", "windows-1251"),
        ("Żółw;gęś;źdźbło;ćma", "windows-1250"),
        ("名前;炎のドラゴン;カードを引く", "shift-jis"),
        ("名称;火球术;抽两张牌;造成伤害", "gb18030"),
        ("Château;élève;garçon", "mac-roman"),
    ],
)
def test_encodings_are_reported_apart_by_their_letters(text, encoding):
    assert guess_encoding(text.encode(encoding)) == encoding


def test_rules_that_are_the_same_on_every_card_are_printed(tmp_path):
    found = roles(tmp_path, "Name,Rules,Movement,Game\nA,Draw one.,2,Quest\nB,Draw one.,2,Quest\nC,Draw one.,2,Quest\n")
    assert found == {"Name": {Role.TITLE}, "Rules": {Role.RULES}, "Movement": {Role.STAT}, "Game": {Role.OUT}}


def test_what_kind_of_card_it_is_goes_before_a_colour_as_the_title(tmp_path):
    found = roles(
        tmp_path, "Role,Team Colour,Wins when\nWerewolf,crimson,Only wolves are left.\nSeer,azure,No wolf is left.\n"
    )
    assert found["Role"] == {Role.TITLE}
    assert found["Team Colour"] == {Role.DETAIL}


def test_answers_go_on_the_back_where_there_are_questions(tmp_path):
    assert roles(tmp_path, "Question,Answer\nTwo and two?,4\nCapital of France?,Paris\n")["Answer"] == {Role.BACK}
    assert roles(tmp_path, "Front,Back\ndog,Hund\ncat,Katze\n")["Back"] == {Role.BACK}
    assert Role.BACK not in roles(tmp_path, "Name,Answer\nA,yes\nB,no\n")["Answer"]


def test_a_column_called_picture_is_one_if_half_its_cells_are(tmp_path):
    assert roles(tmp_path, "Name,Picture\nA,a.png\nB,b.jpg\nC,later\n")["Picture"] == {Role.PICTURE}
    assert Role.PICTURE not in roles(tmp_path, "Name,Picture\nA,a dog\nB,a cat\nC,c.png\n")["Picture"]


def test_rows_of_numbers_above_numbers_are_no_header(tmp_path):
    file = tmp_path / "cards.csv"
    file.write_text("Dragon,Creature,5,It flies.\nKnight,Creature,3,It rides.\nBolt,Spell,1,It strikes.\n")
    assert len(read_source(file, Report(), NewOptions())[0].table.rows) == 3


TONGUES = {
    "Name,Type,Cost,Attack,Health,Rules,Flavor,Qty,Artist": "en",
    "Kartenname,Kartentyp,Kosten,Angriff,Leben,Regeltext,Stimmungstext,Stückzahl,Zeichner": "de",
    "Nom de la carte,Type,Coût,Attaque,Points de vie,Texte de règle,Citation,Nb d'exemplaires,Illustrateur": "fr",
    "Nombre de la carta,Tipo,Coste,Ataque,Puntos de vida,Reglas,Texto de ambiente,N.º de copias,Ilustrador": "es",
    "Nome da carta,Tipo,Custo,Ataque,Vida,Regras,Citação,Qtd.,Ilustrador": "pt",
    "Nome della carta,Tipo,Costo,Attacco,Punti vita,Testo della regola,Citazione,N. copie,Illustratore": "it",
    "Nazwa karty,Typ,Koszt,Atak,Życie,Zasady,Cytat,Liczba kart,Ilustrator": "pl",
    "Название карты,Тип карты,Стоимость,Атака,Здоровье,Текст карты,Цитата,Кол-во,Художник": "ru",
    "卡牌名称,类型,费用,攻击力,生命值,效果文本,风味文字,张数,画师": "zh",
    "カード名,種類,コスト,攻撃力,体力,カードテキスト,フレーバーテキスト,枚数,作者": "ja",
}


@pytest.mark.parametrize("headers", TONGUES, ids=TONGUES.values())
def test_roles_in_ten_languages(headers, tmp_path):
    rows = "".join(
        f"{n}a,{t},{c},{c},3,Strike {n}.,,{q},M. V.\n"
        for n, t, c, q in zip("BCDF", "UUSS", (1, 2, 3, 2), (1, 2, 1, 2), strict=True)
    )
    found = roles(tmp_path, f"{headers}\n{rows.replace(',,1', ',Ha ha.,1')}")
    assert [next(iter(found[h])).name for h in headers.split(",")] == [
        "TITLE", "TYPE", "COST", "ATTACK", "HEALTH", "RULES", "FLAVOUR", "COPIES", "OUT",
    ]  # fmt: skip


def test_what_only_programs_use_is_not_printed(tmp_path):
    text = (
        "key,slug,Name,_order,Enabled,Edition,Updated,Version,Data,Text\n"
        'k-1,grey-fox,Grey Fox,1,Y,First,2024-01-02,1.0.2,"[""a""]",Runs.\n'
        'k-2,old-hen,Old Hen,2,Y,First,2024-01-03,1.0.2,"[]",Sits.\n'
        'k-3,big-dog,Big Dog,3,N,First,2024-02-02,1.0.3,"[""b""]",Barks.\n'
    )
    found = roles(tmp_path, text)
    assert {h for h, r in found.items() if not r & {Role.OUT, Role.ID}} == {"Name", "Text"}


def test_costs_in_several_columns_are_costs(tmp_path):
    found = roles(tmp_path, "Name,Wood,Stone,Gold\nA,1,0,2\nB,2,1,0\nC,0,3,1\n")
    assert found["Wood"] == found["Stone"] == found["Gold"] == {Role.COST}
    named = roles(tmp_path, "Name,cost_wood,cost_stone,gain_wood\nA,1,0,2\nB,2,1,0\nC,0,3,1\n")
    assert named["cost_wood"] == named["cost_stone"] == {Role.COST}
    assert named["gain_wood"] == {Role.STAT}


def test_ten_hints_are_ten_hints(tmp_path):
    headers = [f"Hint {n}" for n in range(1, 11)]
    text = f"Who,{','.join(headers)}\n" + "".join(
        f"{w},{','.join(f'{w} {n}' for n in headers)}\n" for w in ("Ada", "Bob", "Cy")
    )
    found = roles(tmp_path, text)
    assert all(found[h] == {Role.RULES} for h in headers)


def test_the_effect_goes_before_the_joke(tmp_path):
    found = roles(
        tmp_path,
        "Name,Joke,Ability\nA,Why did it cross the road? Nobody knows.,Draw.\nB,Knock knock; who is there?,Wait.\n",
    )
    assert found["Joke"] == {Role.FLAVOUR}
    assert found["Ability"] == {Role.RULES}


def test_a_column_in_another_language_is_known_as_that(tmp_path):
    found = guesses(tmp_path, "Name (EN),Name (DE),Text EN,text_de\nFox,Fuchs,Runs.,Rennt.\nHen,Henne,Sits.,Sitzt.\n")
    assert [(h, g.role, g.of) for h, gs in found.items() for g in gs if g.role is Role.LANGUAGE] == [
        ("Name (DE)", Role.LANGUAGE, ("Name_EN",)),
        ("text_de", Role.LANGUAGE, ("Text_EN",)),
    ]


@pytest.mark.parametrize(
    ("headers", "codes"),
    [
        ("Name,Nom,Effect,Effet", {"Nom": "fr", "Effet": "fr"}),
        ("Nazwa,Name,Efekt,Effect", {"Name": "en", "Effect": "en"}),
        ("名称,Name,效果,Text", {"Name": "en", "Text": "en"}),
    ],
)
def test_headers_that_say_the_same_in_two_languages_are_those_of_two_languages(headers, codes, tmp_path):
    rows = "Fire,Feu,Deal 2 damage.,Infligez 2.\nGate,Porte,Nobody attacks.,Nul n'attaque.\nOwl,Hibou,Draw a card.,Piochez.\n"
    found = guesses(tmp_path, f"{headers}\n{rows}")
    assert {h: g[0].language for h, g in found.items() if g[0].role is Role.LANGUAGE} == codes
    assert found[headers.split(",")[0]][0].role is Role.TITLE


def test_questions_and_answers_in_two_languages_are_paired_each_with_its_own(tmp_path):
    rows = "Who?,I.,Qui ?,Moi.\nWhere?,Here.,Où ?,Ici.\nWhen?,Now.,Quand ?,Maintenant.\n"
    found = guesses(tmp_path, f"Question (EN),Answer (EN),Question (FR),Answer (FR)\n{rows}")
    assert {h: g[0].of for h, g in found.items() if g[0].role is Role.LANGUAGE} == {
        "Question (FR)": ("Question_EN",),
        "Answer (FR)": ("Answer_EN",),
    }


def test_a_name_half_blank_in_one_sheet_is_the_name_as_in_the_others(tmp_path):
    from openpyxl import Workbook

    book = Workbook()
    whole, half = book.worksheets[0], book.create_sheet("Events")
    whole.title = "Heroes"
    for sheet, text, names in (
        (whole, "Text", ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay"]),
        (half, "Effect", ["", "", "", "", "", "Storm"]),
    ):
        sheet.append(["Name", "Kind", text])
        for n, name in enumerate(names):
            sheet.append([name, f"Kind {n}", f"Do {n} things now, then rest until the next of your turns."])
    book.save(tmp_path / "cards.xlsx")
    tables = read_source(tmp_path / "cards.xlsx", Report(), NewOptions())
    found = [decide(t, agreed(tables), lambda _: None, lambda _: None)[0] for t in tables]
    assert [next(g.column.header for g in gs if g.role is Role.TITLE) for gs in found] == ["Name", "Name"]


def test_names_of_icons_that_a_set_has_are_icons(tmp_path):
    file = tmp_path / "cards.csv"
    file.write_text("Name,Icon\nA,fire\nB,shield\nC,later on\n")
    source = read_source(file, Report(), NewOptions())[0]
    guessed = decide(source, agreed([source]), lambda _: None, {"fire": "game-icons/", "shield": "game-icons/"}.get)[0]
    assert [g.role for g in guessed if g.column.header == "Icon"] == [Role.ICON]


def test_words_in_two_languages_stand_on_two_sides(tmp_path):
    found = roles(tmp_path, "English,Deutsch\nfox,Fuchs\nhen,Henne\ndog,Hund\n")
    assert found == {"English": {Role.TITLE}, "Deutsch": {Role.BACK}}


WORDS = ("red", "blue", "black", "green", "white", "amber", "rose", "grey", "teal")


def test_words_under_id_are_names_where_no_other_column_has_them(tmp_path):
    table = "id;type;cost;description\nOrchard;Realm;4;Draw two cards, then discard one\n"
    table += (
        "Salt mine;Realm;3;Gain a card that costs up to three\nWatch;Realm;5;Each other player discards two cards\n"
    )
    found = roles(tmp_path, table)
    assert found["id"] == {Role.TITLE}
    assert found["type"] != {Role.TITLE}


def test_keys_under_id_are_no_names(tmp_path):
    table = "id,type,text\n" + "".join(f"AB-{i:02},Realm,Draw {i} cards then discard one of them\n" for i in range(9))
    assert roles(tmp_path, table)["id"] == {Role.ID}


def test_a_column_called_by_a_number_is_not_printed(tmp_path):
    table = "Action,Who,Reward,41\n" + "".join(
        f"Deed {w},Any {w},Gain {w} coins from the bank,{i % 3 + 1}\n" for i, w in enumerate(WORDS)
    )
    found = guesses(tmp_path, table)["41"][0]
    assert (found.role, found.why) == (Role.OUT, "its header is a number, 41, and says nothing")


def test_small_numbers_before_all_else_are_not_printed_where_they_may_say_how_many(tmp_path):
    rows = ("Hut", "Hut", "Hut", "Shop", "Shop", "Mill", "Mill", "Barn", "Barn", "Barn")
    table = "".join(f"{i % 2 + 1},{n},{i % 3},{i % 4}\n" for i, n in enumerate(rows))
    found = guesses(tmp_path, table)["column_a"][0]
    assert found.role is Role.OUT
    assert "--quantity" in found.why


def test_names_of_icons_that_no_set_has_are_not_printed_however_they_are_written(tmp_path):
    icons = ("Stone-bust", "Cracked-glass", "table", "Wax-tablet", "Old-door", "spire")
    table = "Title,Icon,Text\n" + "".join(f"Room {i},{n},Draw {i} cards and discard one\n" for i, n in enumerate(icons))
    assert roles(tmp_path, table)["Icon"] == {Role.OUT}


def test_a_description_of_the_picture_beside_rules_is_not_printed(tmp_path):
    rules, art = "Draw two cards, then discard one of them", "Wide shot of a harbour at dawn, stylized, soft lighting"
    table = "Name,Text,Description\n" + "".join(f'Dock {w},"{rules}, {w}","{art}, {w}"\n' for w in WORDS)
    found = roles(tmp_path, table)
    assert (found["Text"], found["Description"]) == ({Role.RULES}, {Role.OUT})
    told = "Name,Text,Description\n" + "".join(f'Dock {w},"{rules}, {w}",Ships land here at {w} dawn\n' for w in WORDS)
    assert roles(tmp_path, told)["Description"] != {Role.OUT}


def test_answers_that_are_written_much_like_their_questions_are_printed(tmp_path):
    long = "What is it that stands at the far end of the long road beyond the town as all who ever went there say"
    for pairs in ("1+1,1-1\n2*3,2-3\n4+4,4/4\n", "".join(f"{long}?,{long}: {thing}\n" for thing in "ABCD")):
        found = roles(tmp_path, f"Question,Answer\n{pairs}")
        assert found["Answer"] == {Role.BACK}


def test_numbers_for_kinds_of_cards_are_not_printed(tmp_path):
    rows = "".join(
        f"{n},{kind},Draw {n} cards.\n" for n, kind in zip(("Fox", "Hen", "Dog", "Cat"), (1, 2, 1, 3), strict=True)
    )
    for header in ("Category", "Type", "Kategorie"):
        assert roles(tmp_path, f"Name,{header},Text\n{rows}")[header] == {Role.OUT}


def test_names_with_a_number_behind_them_are_names(tmp_path):
    rows = "".join(
        f"Card {n},Draw {n} cards and then go on with the turn as before.,Engine {n} of it\n" for n in range(6)
    )
    assert roles(tmp_path, f"Name,Text,Engine\n{rows}")["Name"] == {Role.TITLE}
