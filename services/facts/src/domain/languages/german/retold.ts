import { eventNouns } from '../events.ts';
import { countsHad, countsOfYears, joinedBy, ones, pairs, possessives, type Retold, verbs } from '../language.ts';
import { pastimeNouns, retoldPastimes } from '../pastimes.ts';
import { dayWords, events } from './events.ts';
import { pastimes } from './pastimes.ts';

/** A name, and no trade, origin or diet, which have a capital in German too. */
const name =
  '(?!(?:Vegan|Vegetar|Deutsch|Lehrer|Ingenieur|Anwalt|Anwältin|\\p{L}+(?:länder|länderin|lehrer|lehrerin|arzt|ärztin|chirurg|loge|login|ingenieur|ingenieurin|therapeut|meister|fan|profi)(?!\\p{L})))(?:(?:Frau|Herr|Dr\\.?) )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?';

const counts = 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf';

export const retold: Retold = {
  user: /^Der Nutzer (?=\S)/,
  theirs: /^(Die|Der|Das) (\p{Lu}\p{L}+)( \p{Lu}[\p{L}-]+)? des Nutzers (?=\S)/u,
  you: 'Du ',
  your: (article) => (article === 'Die' ? 'Deine' : 'Dein'),
  own: (article) => (article === 'Die' ? 'Unsere' : 'Unser'),
  ones: ones(`Brüder Der Bruder, Schwestern Die Schwester, Söhne Der Sohn, Töchter Die Tochter, Kinder Das Kind, Katzen Die Katze, Kater Der Kater, Hunde Der Hund,
    Hündinnen Die Hündin, Onkel Der Onkel, Tanten Die Tante, Cousins Der Cousin, Cousinen Die Cousine, Freunde Der Freund, Freundinnen Die Freundin`),
  counts,
  called: 'namens',
  possessives:
    possessives(`meinem seinem dem deinem, meinen seinen den deinen, meiner seiner der deiner, meines seines des deines,
    meine seine die deine, mein sein das dein, unserem seinem dem deinem, unseren seinen den deinen,
    unserer seiner der deiner, unsere seine die deine, unser sein das dein`),
  takesOther: () => false,
  ofUser: ({ article, what }, name = '') => `${article} ${what}${name === '' ? '' : ` ${name}`} des Nutzers`,
  isCalled: 'heißt',
  nouns: new Map([
    ...eventNouns(events),
    ...pairs(`Tierarzt vet, Tierärztin vet, Kinderarzt pediatrician, Kinderärztin pediatrician, Lehrer teacher, Lehrerin teacher, Baby baby, Kind child, Hündin dog, Arzt doctor, Ärztin doctor, Hausarzt doctor, Hausärztin doctor, Zahnarzt dentist, Zahnärztin dentist, Trainer coach, Trainerin coach,
    Vermieter landlord, Vermieterin landlady, Frau wife, Freundin girlfriend, Partnerin partner, Mutter mother, Mama mother, Schwester sister, Tochter daughter, Oma grandma,
    Tante aunt, Cousine cousin, Nichte niece, Chefin boss, Kollegin colleague, Nachbarin neighbour, Katze cat, Mann husband, Freund boyfriend,
    Partner partner, Vater father, Papa father, Bruder brother, Sohn son, Opa grandpa, Onkel uncle, Cousin cousin, Neffe nephew, Chef boss,
    Kollege colleague, Nachbar neighbour, Hund dog, Kater cat, Geburtstag birthday, Telefonnummer phone-number, Handynummer phone-number, Nummer phone-number, Mailadresse email, Hobby hobby, Hobbys hobbies, Kinder children, Söhne sons, Töchter daughters, Eltern parents, Katzen cats, Hunde dogs, Brüder brothers,
    Schwestern sisters, Miete rent, Auto car, Gehalt salary, Budget budget, Stundensatz fee, Stundenlohn fee,
    Steuerberater accountant, Steuerberaterin accountant, Anwalt lawyer, Anwältin lawyer, Therapeut therapist, Therapeutin therapist, Friseur hairdresser, Friseurin hairdresser`),
  ]),
  pastimes: pastimeNouns(pastimes),
  verbs: new Map([
    ...verbs(`heißt = is named = heißt; heißen = are named = heißen; wohnen = live = wohnen; leben = live = leben; wohnt = lives = wohnst; lebt = lives = lebst; kommt = comes = kommst; arbeitet = works = arbeitest;
    ist = is = bist; wurde = was = wurdest; geht = goes = gehst; hat = has = hast; verträgt = tolerates = verträgst; trinkt = drinks = trinkst; lernt = learns = lernst;
    spielt = plays = spielst; studiert = studies = studierst; raucht = smokes = rauchst; sammelt = collects = sammelst; liebt = loves = liebst;
    kocht = cooks = kochst; hasst = hates = hasst; mag = likes = magst; isst = eats = isst; spricht = speaks = sprichst;
    fährt = drives = fährst; möchte = wants = möchtest;
    unterrichtet = teaches = unterrichtest; macht = does = machst; treibt = does = treibst; sind = are = sind`),
    ...retoldPastimes(pastimes),
  ]),
  complement: /^(?:bei|beim|mit|nach|zum|zur|in|für) \S/,
  joined: joinedBy({
    and: 'und|aber',
    now: 'jetzt|nun',
    relative: 'der|die|das',
    pronouns: 'er|sie|es',
    verbs:
      'arbeitet|wohnt|lebt|studiert|lernt|spielt|macht|singt|tanzt|klettert|ist|hat|heißt|spricht|raucht|mag|liebt|isst|trinkt|kocht|fährt|kommt|wird',
  }),
  pronouns: { Der: 'er', Die: 'sie', Das: 'es' },
  denials: [
    [/ (?:nicht|nie|kein(?:e[nmrs]?)?(?= .* mehr$))(?= mehr\b| .* mehr$)/i, 'no longer'],
    [/ (?:nicht|niemals|nie|kein(?:e[nmrs]?)?)(?= |$)/i, 'not'],
  ],
  words: [
    ...dayWords,
    [/^comes aus (?=\p{Lu})/u, 'is from '],
    [/^(is (?:not )?)(?:single|ledig)$/i, '$1single'],
    [/^(is (?:not )?)verwitwet/, '$1widowed'],
    [/^(is (?:not )?)verlobt/, '$1engaged'],
    [/^(is (?:not )?)(laktose|gluten)intolerant/i, '$1intolerant to $2'],
    [/^is abgesagt(?= |$)/, 'is cancelled'],
    [/^wants vom Assistenten: /, 'wants the assistant to '],
    [/ (?:jetzt|nun|inzwischen|mehr|wieder)(?= |$)/g, ''],
    [/ seit \S+(?= (?:in|bei|auf|am|mit|als|für|im) )/, ''],
    [/^wants (.+) genannt werden$/, 'wants to be called $1'],
    [/ Jahre alt$/, ' years old'],
    [/^is (\d{1,3})$/, 'is $1 years old'],
    [/^is (?:\p{Ll}+ (?:\p{Lu}\p{Ll}+ )?)?gestorben(?= |$)/u, 'died'],
    [/^is getrennt$/, 'broke up'],
    [/^is (?:.+ )?schwanger$/, 'is pregnant'],
    [/^has (?:entbunden|.+ bekommen)$/, 'gave birth'],
    [/^(?:is|was) (?:(?!.*\d{4})(?:.+ )?geboren(?: worden)?|(?:endlich )?(?:da|auf der Welt))$/, 'was born'],
    [/^(?:is|was) .*?(\d{4}) .*?geboren$/, 'was born in $1'],
    [
      /^(?:has (?:das|sein|ihr) Studium abgeschlossen|is mit (?:dem|ihrem|seinem) Studium fertig|is fertig mit (?:dem|ihrem|seinem) Studium)$/,
      'graduated',
    ],
    [/^has gekündigt(?=$| )/, 'quit their job'],
    [/^has den Job verloren$/, 'lost their job'],
    [/^has Haustiere?$/, 'has pets'],
    [/^has Kind$/, 'has a child'],
    [/^has Auto$/, 'has a car'],
    [/^(is (?:not )?)verheiratet/, '$1married'],
    [/^is von (.+) geschieden$/, 'is divorced from $1'],
    [/^is von (.+) getrennt$/, 'is separated from $1'],
    [/^(is (?:not )?)geschieden/, '$1divorced'],
    [/^lives mit /, 'lives with '],
    [/^lives (?:auch )?bei (?=(?:their|the user's) )/, 'lives with '],
    [/^lives (?:bei|auf|am) /, 'lives in '],
    [/^works auch (?:bei|für|im|am) /, 'also works at '],
    [/^works (?:bei|für|im|am) /, 'works at '],
    [/^drives (?=(?:.+ )?(?:Ski|Snowboard|Rad)(?: |$))/, 'goes '],
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
    [/^has (?:Katzen?|Kater)(?= |,|$)/, 'has a cat'],
    [/ namens /, ' named '],
    ...countsHad(counts),
    ...countsOfYears(counts),
  ], // Whom one has for what they do "is Petra", where a brother "ist Lehrer".
  whole: [
    [/^(The user's hobby) works as /, '$1 is '],
    [/^(The user['’]s) Lieblings(\p{Ll}+) (?:works as|is)(?= )/u, '$1 favourite $2 is'],
    [
      new RegExp(
        `^(The user's (?:doctor|dentist|vet|pediatrician|coach|landlord|landlady|boss|accountant|lawyer|therapist|hairdresser)) (?:works as|is) (${name})$`,
        'u',
      ),
      '$1 is named $2',
    ],
  ],
  compared: [
    [/ (?:gerne?|viel|oft|regelmäßig|leidenschaftlich)(?= |$)/, ''],
    [/ jede[nsr]? (?=\p{L})/u, ' every '],
    [/ seit (?=\S)/, ' since '],
    // "Does every morning yoga": the verb's noun is the last word.
    [/^(The user.*? (?:does|goes)) ((?:every|since|on) .+) (\p{L}+)$/u, '$1 $3 $2'],
    [/^(The user(?:['’]s \p{Ll}+(?: \p{Lu}\p{L}+)?)?) studies (?=\p{Lu})/u, '$1 is a student of '],
    [/ Vegetarier(?:in)?$/, ' vegetarian'],
    [/ Veganer(?:in)?$/, ' vegan'],
    [/ Fleisch$/, ' meat'],
    [/ (?:in Rente|pensioniert)$/, ' retired'],
  ],
};
