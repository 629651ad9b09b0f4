"""What people call their columns, in the languages that tables come in; compared without case and accents."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_COPIES = """
qty quantity quantities count copies copy amount cards number-of-cards number-of-copies of-cards how-many times print prints
duplication duplicates duplicate repeat anzahl menge stuck stueck stuckzahl kopien quantite exemplaires nombre-d-exemplaires
nombre cantidad copias ejemplares quantidade quantita copie aantal antal ilosc pocet kolichestvo количество копии кол-во
数量 枚数 枚 份数 수량 כמות adet
"""
_COPIES_MAYBE = "# x × n no nr num number nb total each kom st"
_ID = "id ids card-id key code slug sku uid uuid nr no number num kennung codigo cle schlussel ref"
_TITLE = """
title name card card-name cardname card-title titel karte kartenname kartentitel bezeichnung nom titre carte nombre titulo
nombre-de-la-carta carta nome titolo naam kaart navn namn nazwa tytul nazev nimi имя название карта 名前 名称 カード名 タイトル
卡名 标题 이름 제목 카드명 שם כותרת الاسم اسم عنوان नाम isim ad word term prompt
"""
_TYPE = """
type kind category class suit suits faction colour color element tribe family group rarity set house guild school deck typ art
kategorie klasse farbe fraktion gruppe familie seltenheit genre categorie classe couleur famille rarete tipo categoria clase
color palo faccion naipe classe cor colore seme fazione rank subtitle subtype role soort kleur тип масть класс цвет фракция
種類 タイプ 属性 类型 类别 花色 종류 סוג סדרה النوع
"""
_COLOUR = """
colour color suit suits faction element type class house guild farbe fraktion couleur palo cor colore seme kategorie category
facción tipo typ cost-type group масть цвет фракция 属性 花色
"""
_PAINT = "colour color farbe couleur cor colore kleur barva kolor цвет 色 颜色 צבע لون"
_CORNER = """
cost costs mana mana-cost price value rank level points vp energy power-cost kosten preis wert rang stufe punkte cout prix valeur
niveau coste precio valor nivel custo preco prezzo costo valore livello number no nr num 費用 コスト 费用 비용 стоимость цена מחיר
"""
_STAT = """
attack atk att defense defence def health hp hit-points strength str speed power armor armour damage dmg life range might magic
angriff verteidigung leben starke schaden attaque defense vie force ataque defensa vida fuerza attacco difesa vita forza
dexterity agility intelligence wisdom charisma toughness movement initiative stamina атака защита здоровье
"""
_TEXT = """
text rules rule rules-text card-text effect effects ability abilities description desc body action wording instruction regeltext
beschreibung effekt wirkung fahigkeit texte effet description-carte texto efecto descripcion efeito descricao testo effetto
descrizione tekst opis meaning question answer frage antwort reponse pregunta respuesta pergunta resposta domanda risposta
効果 説明 テキスト 效果 说明 설명 효과 текст описание эффект טקסט תיאור نص وصف
"""
_BACK = "back backside back-text reverse reverse-side ruckseite ruckseitentext verso dorso reverso retro оборот 裏 裏面 背面"
_QUESTION = (
    "front question questions frage vorderseite recto question pregunta pergunta domanda вопрос 問題 问题 שאלה سؤال"
)
_ANSWER = "answer answers solution antwort losung reponse respuesta resposta risposta ответ 答え 答案 תשובה جواب"
_FLAVOUR = "flavor flavour flavor-text flavour-text flavortext quote lore story zitat stimmungstext ambiance citation ambientacion"
_PICTURE = """
image images picture pic art artwork illustration img file image-file filename bild bilddatei grafik photo foto icon imagen immagine
imagem 画像 イラスト 图片 изображение תמונה
"""
_HIDDEN = """
note notes comment comments remark remarks todo status done internal designer-notes playtest playtest-notes link url author
artist created updated changed notiz notizen bemerkung bemerkungen kommentar anmerkung remarque remarques commentaire
nota notas comentario comentarios osservazioni 备注 備考 メモ заметки комментарий הערות ملاحظات
"""
_REMARKS = """
readme read-me help glossary keywords words terms lists list lookup lookups data changelog log history rules settings setup config
stats statistics summary overview balance glossar listen regeln ubersicht einstellungen glossaire listes regles glosario listas
reglas glossario elenchi regole
"""
_TOTALS = (
    "total totals sum sums summe gesamt somme suma soma totale insgesamt итого всего сумма 合計 合计 総計 סהכ المجموع"
)
_MINE = {
    "copies": _COPIES,
    "copies-maybe": _COPIES_MAYBE,
    "id": _ID,
    "title": _TITLE,
    "type": _TYPE,
    "colour": _COLOUR,
    "paint": _PAINT,
    "corner": _CORNER,
    "stat": _STAT,
    "text": _TEXT,
    "back": _BACK,
    "question": _QUESTION,
    "answer": _ANSWER,
    "flavour": _FLAVOUR,
    "picture": _PICTURE,
    "hidden": _HIDDEN,
    "totals": _TOTALS,
    "aside": _REMARKS,
}


def folded(text: str) -> str:
    """A header as it is compared: small letters without accents, its words joined by hyphens."""
    letters = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "-", letters).strip("-") or text.strip()


@cache
def _words(role: str) -> dict[str, None]:
    return dict.fromkeys(folded(w) for w in _MINE[role].split())


def means(header: str, role: str) -> float:
    """How far a header's words say a role: 1 the very word, 0.6 one of its words, 0 nothing of it."""
    known = _words(role)
    whole = folded(re.sub(r"[(\[].*?[)\]]", "", header)) or folded(header)
    if whole in known or re.sub(r"-?\d+$", "", whole) in known:
        return 1.0
    split = folded(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)).split("-")
    return 0.6 if len(split) > 1 and any(w in known for w in split) else 0.0


# The words of colours, so that a red faction is red.
_COLOURS = {
    "#a3281f": "red reds rot rouge rojo roja rosso vermelho fire feuer hearts",
    "#1f4e8c": "blue blues blau bleu azul blu water wasser",
    "#2f6b3c": "green greens grun vert verde nature wald forest",
    "#806000": "yellow gelb jaune amarillo giallo amarelo gold light",
    "#a34a00": "orange naranja arancione laranja",
    "#6b3f87": "purple violet lila violett morado viola roxo magic",
    "#a02a68": "pink rosa rose",
    "#2b2b30": "black schwarz noir negro nero preto dark spades clubs",
    "#736a5c": "white weiss blanc blanco bianco branco",
    "#59616b": "grey gray grau gris grigio cinza neutral",
    "#5c4326": "brown braun brun marron marrone marrom earth erde",
}
INKS = (
    "#1f4e8c", "#a33b20", "#2f6b3c", "#6b3f87", "#806000", "#0f6674", "#8c2f5a", "#4a5560", "#5c4326", "#3d3b8e", "#56661a",
    "#7a1f2b",
)  # fmt: skip
"""Colours for categories: white text on each has a contrast above 5:1."""


def inks(names: tuple[str, ...]) -> dict[str, str]:
    """A colour for each name: its own where it is a colour's word, else the next that is free."""
    reported = {n: c for n in names for c, words in _COLOURS.items() if folded(n) in words.split()}
    if len(set(reported.values())) < len(reported):
        reported = {}
    free = iter([c for c in (*INKS, *_COLOURS) if c not in reported.values()])
    return {n: reported.get(n) or next(free, INKS[0]) for n in names}
