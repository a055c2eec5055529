import { countsHad, pairs, type Retold, verbs } from '../language.ts';

/** A name, and no trade, origin or diet, which have a capital in German too. */
const name =
  '(?!(?:Vegan|Vegetar|Deutsch|Lehrer|Ingenieur|Anwalt|Anwältin|\\p{L}+(?:länder|länderin|lehrer|lehrerin|arzt|ärztin|chirurg|loge|login|ingenieur|ingenieurin|therapeut|meister|fan|profi)(?!\\p{L})))(?:(?:Frau|Herr|Dr\\.?) )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?';

export const retold: Retold = {
  user: /^Der Nutzer (?=\S)/,
  theirs: /^(Die|Der|Das) (\p{Lu}\p{L}+)( \p{Lu}[\p{L}-]+)? des Nutzers (?=\S)/u,
  you: 'Du ',
  your: (article) => (article === 'Die' ? 'Deine' : 'Dein'),
  nouns:
    pairs(`Arzt doctor, Ärztin doctor, Hausarzt doctor, Hausärztin doctor, Zahnarzt dentist, Zahnärztin dentist, Trainer coach, Trainerin coach,
    Vermieter landlord, Vermieterin landlady, Frau wife, Freundin girlfriend, Partnerin partner, Mutter mother, Mama mother, Schwester sister, Tochter daughter, Oma grandma,
    Tante aunt, Cousine cousin, Nichte niece, Chefin boss, Kollegin colleague, Nachbarin neighbour, Katze cat, Mann husband, Freund boyfriend,
    Partner partner, Vater father, Papa father, Bruder brother, Sohn son, Opa grandpa, Onkel uncle, Cousin cousin, Neffe nephew, Chef boss,
    Kollege colleague, Nachbar neighbour, Hund dog, Kater cat, Geburtstag birthday, Kinder children, Söhne sons, Töchter daughters, Eltern parents, Katzen cats, Hunde dogs, Brüder brothers,
    Schwestern sisters, Miete rent, Auto car, Gehalt salary, Budget budget, Stundensatz fee, Stundenlohn fee,
    Steuerberater accountant, Steuerberaterin accountant, Anwalt lawyer, Anwältin lawyer, Therapeut therapist, Therapeutin therapist, Friseur hairdresser, Friseurin hairdresser`),
  verbs:
    verbs(`heißt = is named = heißt; heißen = are named = heißen; wohnen = live = wohnen; leben = live = leben; wohnt = lives = wohnst; lebt = lives = lebst; kommt = comes = kommst; arbeitet = works = arbeitest;
    ist = is = bist; hat = has = hast; verträgt = tolerates = verträgst; trinkt = drinks = trinkst; lernt = learns = lernst;
    spielt = plays = spielst; studiert = studies = studierst; raucht = smokes = rauchst; sammelt = collects = sammelst; liebt = loves = liebst;
    kocht = cooks = kochst; hasst = hates = hasst; mag = likes = magst; isst = eats = isst; spricht = speaks = sprichst;
    fährt = drives = fährst; joggt = jogs = joggst; möchte = wants = möchtest`),
  denials: [
    [/ (?:nicht|nie|kein(?:e[nmrs]?)?(?= .* mehr$))(?= mehr\b| .* mehr$)/i, 'no longer'],
    [/ (?:nicht|niemals|nie|kein(?:e[nmrs]?)?)(?= |$)/i, 'not'],
  ],
  words: [
    [/^wants vom Assistenten: /, 'wants the assistant to '],
    [/ (?:jetzt|nun|inzwischen|mehr|wieder)(?= |$)/g, ''],
    [/ seit \S+(?= (?:in|bei|auf|am|mit|als|für|im) )/, ''],
    [/^wants (.+) genannt werden$/, 'wants to be called $1'],
    [/ Jahre alt$/, ' years old'],
    [/^is (\d{1,3})$/, 'is $1 years old'],
    [/^is gestorben(?= |$)/, 'died'],
    [/^is getrennt$/, 'broke up'],
    [/^has gekündigt$/, 'quit their job'],
    [/^has den Job verloren$/, 'lost their job'],
    [/^has Haustiere?$/, 'has pets'],
    [/^has Kind$/, 'has a child'],
    [/^has Auto$/, 'has a car'],
    [/^(is (?:not )?)verheiratet/, '$1married'],
    [/^is von (.+) geschieden$/, 'is divorced from $1'],
    [/^is von (.+) getrennt$/, 'is separated from $1'],
    [/^(is (?:not )?)geschieden/, '$1divorced'],
    [/^(is (?:not )?)ledig/, '$1single'],
    [/^lives mit /, 'lives with '],
    [/^lives (?:bei|auf|am) /, 'lives in '],
    [/^works auch (?:bei|für|im|am) /, 'also works at '],
    [/^works (?:bei|für|im|am) /, 'works at '],
    [/^(drives|is) eine?n? (?=\p{Lu})/u, '$1 a '],
    [/^is von (.+) zu (.+) gewechselt$/, 'switched from $1 to $2'],
    [/^is mit (.+) verheiratet$/, 'is married to $1'],
    [/^works als /, 'works as '],
    [/^(has|drinks|eats|likes|loves|plays) (?:eine?[nmrs]?|d(?:er|ie|as|en|em)) /, '$1 '],
    [/ allergisch gegen /, ' allergic to '],
    [/^is (?=\p{Lu}\p{L}+(?:[ ,]|$))(?!Vegetarier|Veganer|Dr )/u, 'works as '],
    [/^(works as .+?) (?:bei|beim|am) /, '$1 at '],
    [/^is nach (.+) (?:um)?gezogen$/, 'moved to $1'],
    [/ Kinder(?= |,|$)/, ' children'],
    [/^has Hund(?:e)?(?= |,|$)/, 'has a dog'],
    [/^has Katzen?(?= |,|$)/, 'has a cat'],
    ...countsHad('zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  ], // Whom one has for what they do "is Petra", where a brother "ist Lehrer".
  whole: [
    [
      new RegExp(
        `^(The user's (?:doctor|dentist|coach|landlord|landlady|boss|accountant|lawyer|therapist|hairdresser)) (?:works as|is) (${name})$`,
        'u',
      ),
      '$1 is named $2',
    ],
  ],
  compared: [
    [/ Vegetarier(?:in)?$/, ' vegetarian'],
    [/ Veganer(?:in)?$/, ' vegan'],
    [/ Fleisch$/, ' meat'],
    [/ (?:in Rente|pensioniert)$/, ' retired'],
  ],
};
