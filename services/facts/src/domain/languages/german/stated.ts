import { carMakes } from '../../question/kinds.ts';
import { CuedPattern } from '../../statements/cued-pattern.ts';
import { listOf } from '../../statements/word-table.ts';
import { eventRules } from '../events.ts';
import type { Stated } from '../language.ts';
import { pastimeRules, pursuing } from '../pastimes.ts';
import { events } from './events.ts';
import { plainlyGivenUp } from './given-up.ts';
import { pastimes, plainlyPursued } from './pastimes.ts';

const verbs = 'bin|habe|esse|trinke|mag|wohne|lebe|arbeite|spiele|spreche|lerne|liebe|hasse|vertrage';
const inverted = new RegExp(
  `^(?!(?:von beruf|in meinen träumen|in (?:dem|einem) |im (?:roman|buch|film|spiel|traum)|wer|was|wie|wo|wann|warum|wieso|welche\\p{L}*|so|dann|da|hier|das|leider|früher)(?!\\p{L}))([^,;:]{2,60}) (${verbs}) ich( [^,;:]+)$`,
  'iu',
);
const aside = /^((?:meine?|unsere?) \p{L}+(?: \p{Lu}\p{L}+)?), (eine? [^,]+), (.+)$/iu;
/** "Bin Lehrer": forms that no command has, and no question, since it has no mark. */
const subjectLeftOut = /^(?:bin|habe|mag(?! sein\b)|esse|wohne|lebe|arbeite|spreche|vertrage)(?= (?!ich |wir |du ))/iu;

/** A preposition has no capital behind the verb. */
function before(front: string): string {
  return front.replace(/^(?:Seit|Gegen|In|Am|Im|Mit|Zu|Bei|Als|Auf)(?= )/u, (word) => word.toLowerCase());
}

/** From when on, or how often: what makes an order to the assistant one that holds. */
const lasting =
  '(?:immer|stets|nie|niemals|jedes mal|ab jetzt|ab sofort|von (?:jetzt|nun) an|in zukunft|künftig|zukünftig|grundsätzlich)';
const order =
  '(?:antworte?|schreibe?|sprich|rede?|nenne?|gib|benutze?|verwende?|nutze?|erkläre?|empfiehl|schlage?(?= mir)|sage?(?= mir)|zeige?(?= mir)|frage?(?= mich)|rechne|übersetze?|formuliere|vermeide?|lass|mach|halte?|duze?|sieze?)';
/** How such an order is said of the user. */
const wished = 'Der Nutzer möchte vom Assistenten: $1';

const theirPastimes = pursuing(pastimes);

export const stated: Stated = {
  leadIn: 'hallo|hi|hey|moin|servus|grüezi|ach|quatsch|nein|doch|ja|naja|übrigens|also|und',
  notMeant:
    'ja,? klar|na klar|klar,|toll,|wenn|falls|angenommen|stell dir|vielleicht|evtl|eventuell|übersetz|korrigier|schreib|formulier',
  unreal: 'wäre|würde|hätte|könnte|vielleicht|evtl',
  asides: 'echt|ehrlich|wirklich|weil|da ich|also|deshalb|deswegen|leider|zum glück|sonst|war mit|ganz ehrlich',
  noteIt: '(?:bitte )?(?:merk|notier)e? (?:dir )?(?:das|es)(?: bitte| mal)*|nur (?:so )?zur info|falls (?:das )?wichtig ist',
  now: 'jetzt nur noch|nur noch|jetzt|nun|inzwischen|mittlerweile',
  joins: 'und|aber',
  // "Mag" is said of others too: "mein Hund ist alt und mag Käse".
  begins:
    'ich|wir|meine?|komme|wohne|lebe|arbeite|habe|bin|(?<!^(?:mein|unser)[^;]*)mag|esse|trinke|spiele|lerne|spreche|mache|treibe|gehe|leb(?= (?:in|seit|bei))|wohn(?= (?:in|seit|bei))|arbeit(?= (?:in|bei|als))',
  beginsAfterComma: 'nicht',
  signs: listOf(`
    ich | mich | wir | meine? | unsere? | deine | du | der | die | das | komme | mache | treibe | gehe | arbeite | wohne | lebe | ${lasting}
  `),
  couples: [
    {
      form: /^(?!(?:Er|Sie|Es|Ihr|Du|Wir)\b)(\p{Lu}\p{L}+) und ich (?:haben uns (?:\p{L}+ )?scheiden lassen|sind (?:jetzt )?geschieden)$/u,
      as: 'Der Nutzer ist von $1 geschieden',
    },
    {
      form: /^(?!(?:Er|Sie|Es|Ihr|Du|Wir)\b)(\p{Lu}\p{L}+) und ich (?:haben uns (?:\p{L}+ )?getrennt|sind (?:jetzt )?getrennt|sind nicht mehr zusammen)$/u,
      as: 'Der Nutzer ist von $1 getrennt',
    },
    { form: /^[Ii]ch habe mich von (\p{Lu}\p{L}+) scheiden lassen$/u, as: 'Der Nutzer ist von $1 geschieden' },
    { form: /^[Ii]ch habe mich von (\p{Lu}\p{L}+) getrennt$/u, as: 'Der Nutzer ist von $1 getrennt' },
  ],
  rules: [
    ...eventRules(events),
    ...pastimeRules(pastimes),
    { form: /^mein (?:größtes |liebstes )?hobby ist (.+)$/iu, as: 'Das Hobby des Nutzers ist $1' },
    { form: /^meine hobb(?:y|ie)s sind (.+)$/iu, as: 'Die Hobbys des Nutzers sind $1' },
    {
      form: new CuedPattern(
        new RegExp(lasting, 'iu'),
        `^((?:bitte )?(?:${order}(?!\\p{L}).*? ${lasting}(?!\\p{L}).*|${lasting}(?: bitte)?,? (?:${order}|keine?n?|nicht|nur)(?!\\p{L}).+|(?:in zukunft|ab jetzt) .*\\bbitte\\b.+))$`,
        'iu',
      ),
      as: wished,
    },
    {
      form: /^((?:ich (?:möchte|will|hätte gern) \p{L}+(?:re)? antworten|deine antworten (?:sollen|müssen|sollten)).*)$/iu,
      as: wished,
    },
    { form: /^ich (?:möchte|will|wünsche mir|hätte gern), (dass du .+)$/iu, as: wished },
    {
      form: /^(du (?:darfst|kannst|sollst|brauchst)(?: ab jetzt)? .*(?<!\p{L})(?:wieder|nicht mehr|immer|nie|niemals)(?!\p{L}).*)$/iu,
      as: wished,
    },
    { form: /^(?:ich heiße|ich heisse|mein Name ist) (\p{Lu}.*)$/iu, as: 'Der Nutzer heißt $1' },
    { form: /^[Ii]ch bin (?:der|die) (\p{Lu}[\p{L}-]+)$/u, as: 'Der Nutzer heißt $1' },
    {
      form: /^[Ii]ch bin (?!Zuhause|Unterwegs|Krank|Müde|Fertig|Weg|Da|Hier|Wach|Neu|Zurück)(\p{Lu}\p{L}+)$/u,
      as: 'Der Nutzer ist $1',
    },
    {
      form: /^(?:meine|unsere) (Kinder|Söhne|Töchter|Eltern|Katzen|Hunde|Brüder|Schwestern) (heißen|wohnen|leben) (.+)$/i,
      as: 'Die $1 des Nutzers $2 $3',
    },
    { form: /^nenn mich (?:bitte )?(\p{Lu}.*)$/iu, as: 'Der Nutzer möchte $1 genannt werden' },
    {
      form: /^(?:(?:ich|wir) (?:wohnen?|leben?)|(?:wohne|lebe)) (?:jetzt )?((?:seit \S+ |jetzt )?(?:in|bei|auf|am|mit) .+)$/i,
      as: 'Der Nutzer wohnt $1',
    },
    { form: /^(?:ich )?komme (?:ursprünglich |eigentlich )?(aus \p{Lu}.+)$/iu, as: 'Der Nutzer kommt $1' },
    { form: /^ich (?:stamme|bin) (?:ursprünglich |eigentlich )?(aus \p{Lu}.+)$/iu, as: 'Der Nutzer kommt $1' },
    {
      form: /^(?:meine|unsere) (?:neue )?(?:Handynummer|Telefonnummer|Mobilnummer|Nummer) (?:ist|lautet) (?:jetzt )?(\+?\d[\d /-]{4,20}\d)$/iu,
      as: 'Die Telefonnummer des Nutzers ist $1',
    },
    {
      form: /^(?:meine|unsere) (?:neue )?e?-?mail(?:-?adresse)? (?:ist|lautet) (?:jetzt )?([^\s@]+@[^\s@]+)$/iu,
      as: 'Die Mailadresse des Nutzers ist $1',
    },
    {
      form: /^(?:ich )?arbeite ((?:nicht mehr |jetzt |auch |seit \S+ )*(?:bei|als|in|für|im|am) .+)$/i,
      as: 'Der Nutzer arbeitet $1',
    },
    { form: /^ich bin (?:jetzt )?(\d{1,2})(?: Jahre alt)?$/i, as: 'Der Nutzer ist $1 Jahre alt' },
    {
      form: /^ich bin ((?:nicht (?:mehr )?|kein |keine |seit \S+(?: Jahren| Monaten)? )?(?:Vegetarier(?:in)?|Veganer(?:in)?|vegan|verheiratet|geschieden|ledig|single|verwitwet|verlobt|laktoseintolerant|glutenintolerant|(?:im \p{L}+ Monat |wieder )?schwanger|allergisch gegen .+|gelernter? .+|\p{L}+(?:lehrer|lehrerin|arzt|ärztin|pfleger|pflegerin|ingenieur|ingenieurin|techniker|entwickler|entwicklerin|fahrer|fahrerin|meister|student|studentin|anwalt|anwältin)(?: .+)?))$/iu,
      as: 'Der Nutzer ist $1',
    },
    {
      form: /^(?:(?:mein|unser) (?:neues )?Auto ist|(?:ich|wir) haben? ein neues Auto(?: gekauft)?,) (ein(?:e(?!n))?)(?:en)? (\p{Lu}.{1,40})$/iu,
      as: 'Das Auto des Nutzers ist $1 $2',
    },
    {
      form: /^(?:ich (?:habe|hab)|wir haben) ((?:(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\d+|eine?n?) )(?!(?:Fragen?|Probleme?|Ideen?|Fehler|Bitte|Bug|Minuten?|Stunden?)\b).+)$/i,
      as: 'Der Nutzer hat $1',
    },
    {
      form: /^(?:ich bin|wir sind) (?:(?:übrigens|gerade|jetzt|inzwischen|vor kurzem|letzt\p{L}+ \p{L}+) )*nach (\p{Lu}.+) (?:um)?gezogen$/iu,
      as: 'Der Nutzer ist nach $1 gezogen',
    },
    { form: /^ich bin (?:seit \S+(?: Jahren)? )?(mit \p{Lu}[\p{L}-]+ verheiratet)$/iu, as: 'Der Nutzer ist $1' },
    {
      form: /^(?:meine|unsere) (Lieblings\p{Ll}+) (ist .+)$/iu,
      as: 'Die $1 des Nutzers $2',
    },
    {
      form: /^(?:mein|unser) (Lieblings\p{Ll}+) (ist .+)$/iu,
      as: 'Das $1 des Nutzers $2',
    },
    {
      form: /^(?:ich habe|wir haben) (?:(?:gestern|heute|letzte \p{L}+|am \p{L}+) )?(entbunden|(?:ein(?:en?)?|unser(?:en?|e)?) (?:Kind|Baby|Tochter|Sohn|Mädchen|Jungen) bekommen)$/iu,
      as: 'Der Nutzer hat $1',
    },
    {
      form: /^ich (?:habe|hab) (?:(?:endlich|jetzt|gerade) )?(?:mein(?:en)? (?:Studium|Bachelor|Master|Diplom|Abschluss|Uniabschluss|\p{L}+studium) (?:\p{L}+ )?(?:abgeschlossen|beendet|gemacht|geschafft|fertig)|fertig studiert)$|^ich bin (?:endlich |jetzt )?(?:mit (?:dem|meinem) Studium fertig|fertig mit (?:dem|meinem) Studium)$/iu,
      as: 'Der Nutzer hat das Studium abgeschlossen',
    },
    { form: /^(?:wir haben uns|ich habe mich) (?:\p{L}+ )?getrennt$/iu, as: 'Der Nutzer ist getrennt' },
    { form: /^(?:wir haben uns|ich habe mich) (?:\p{L}+ )?scheiden lassen$/iu, as: 'Der Nutzer ist geschieden' },
    { form: /^ich habe (?:(?:meinen|den) Job |(?:meine|die) (?:Stelle|Arbeit) )?gekündigt$/i, as: 'Der Nutzer hat gekündigt' },
    { form: /^ich habe (?:meinen|den) Job verloren$/i, as: 'Der Nutzer hat den Job verloren' },
    {
      form: /^(?:ich habe|wir haben) (keine?n? (?:Kinder|Kind|Haustiere?|Auto|Hunde?|Katzen?|Sohn|Söhne|Tochter|Töchter)(?: mehr)?)$/i,
      as: 'Der Nutzer hat $1',
    },
    { form: /^ich esse wieder (Fleisch|Fisch|Gluten|Zucker)$/i, as: 'Der Nutzer isst wieder $1' },
    { form: /^ich esse ((?:kein(?:e[nmrs]?)?|gern|am liebsten) .+|vegan|vegetarisch)$/i, as: 'Der Nutzer isst $1' },
    { form: /^ich esse (\S+(?: \S+){0,3} nicht(?: mehr)?)$/i, as: 'Der Nutzer isst $1' },
    { form: /^von beruf bin ich (\p{Lu}.+)$/iu, as: 'Der Nutzer ist $1' },
    { form: /^ich bin (\p{Lu}\p{L}+) von beruf$/iu, as: 'Der Nutzer ist $1' },
    { form: /^[Ii]ch bin (\p{Lu}\p{L}+ (?:bei|beim|am) .+)$/u, as: 'Der Nutzer ist $1' },
    { form: /^ich bin (nicht (?:mehr )?)?gegen (.+) allergisch$/i, as: 'Der Nutzer ist $1allergisch gegen $2' },
    {
      form: /^(am \d{1,2}\.? \p{L}+) (?:ist mein geburtstag|habe ich geburtstag)$/iu,
      as: 'Der Geburtstag des Nutzers ist $1',
    },
    {
      form: /^(?:mein geburtstag ist|ich habe) (am \d{1,2}\.? \p{L}+)(?: geburtstag)?$/iu,
      as: 'Der Geburtstag des Nutzers ist $1',
    },
    { form: /^ich unterrichte (.+)$/iu, as: 'Der Nutzer unterrichtet $1' },
    { form: /^ich (?:mag|liebe) ((?!es\b|das\b|dich\b|dein|diese|wie\b|wenn\b).+)$/i, as: 'Der Nutzer mag $1' },
    { form: /^ich spreche ((?!mit\b|von\b|über\b|zu\b|für\b|gerade\b).+)$/i, as: 'Der Nutzer spricht $1' },
    { form: /^ich vertrage ((?!es\b|das\b).+)$/i, as: 'Der Nutzer verträgt $1' },
    { form: /^ich (rauch|jogg|fahr)e( nicht mehr| nicht|)$/iu, as: 'Der Nutzer $1t$2' },
    {
      form: /^(?:meine|unsere) (?:neue )?(?:Miete|Kaltmiete|Warmmiete) (?:ist|beträgt|liegt bei) (\d[\d.,]* ?(?:€|Euro|Franken|CHF))(?: im Monat| pro Monat| monatlich)?$/iu,
      as: 'Die Miete des Nutzers ist $1',
    },
    {
      form: /^(?:mein|unser) (?:neuer )?(Stundensatz|Stundenlohn) (?:ist|beträgt|liegt bei) (\d[\d.,]* ?(?:€|Euro|Franken|CHF))$/iu,
      as: 'Der $1 des Nutzers ist $2',
    },
    {
      form: /^(?:mein|unser) (?:neues )?(Gehalt|Budget) (?:ist|beträgt|liegt bei) (\d[\d.,]* ?(?:€|Euro|Franken|CHF))$/iu,
      as: 'Das $1 des Nutzers ist $2',
    },
    {
      form: /^(?:ich|wir) zahlen? (\d[\d.,]* ?(?:€|Euro|Franken|CHF)) (?:Miete|Kaltmiete|Warmmiete)(?: im Monat| pro Monat| monatlich)?$/iu,
      as: 'Die Miete des Nutzers ist $1',
    },
    {
      form: new RegExp(`^ich fahre (eine?n?) ((?:${carMakes})(?: [\\p{L}\\d-]+)?)$`, 'iu'),
      as: 'Der Nutzer fährt $1 $2',
    },
    {
      form: /^ich bin von (\p{Lu}\S*(?: \p{Lu}\S*)?) (?:zu|zur) (\p{Lu}\S*(?: \p{Lu}\S*)?) gewechselt$/iu,
      as: 'Der Nutzer ist von $1 zu $2 gewechselt',
    },
    { form: /^ich (trink|lern|spiel|studier|rauch|sammel|lieb|koch|hass)e ((?!es\b|das\b).+)$/i, as: 'Der Nutzer $1t $2' },
    {
      form: new RegExp(
        `^(?:meine|unsere) (?:neue )?((?:Ärztin|Hausärztin|Zahnärztin|Tierärztin|Kinderärztin|Lehrerin|Steuerberaterin|Anwältin|Therapeutin|Friseurin|Trainerin|Vermieterin|Frau|Freundin|Partnerin|Mutter|Mama|Schwester|Tochter|Oma|Tante|Cousine|Nichte|Chefin|Kollegin|Nachbarin|Katze))( \\p{Lu}[\\p{L}-]+)? ((?:ist|wurde|heißt|wohnt|lebt|arbeitet|hat|mag|studiert|spielt|kommt|spricht|isst|geht) .+|${theirPastimes})$`,
        'iu',
      ),
      as: 'Die $1$2 des Nutzers $3',
    },
    {
      form: new RegExp(
        `^(?:mein|unser) (?:neuer )?((?:Arzt|Hausarzt|Zahnarzt|Tierarzt|Kinderarzt|Lehrer|Steuerberater|Anwalt|Therapeut|Friseur|Trainer|Vermieter|Mann|Freund|Partner|Vater|Papa|Bruder|Sohn|Opa|Onkel|Cousin|Neffe|Chef|Kollege|Nachbar|Hund|Kater))( \\p{Lu}[\\p{L}-]+)? ((?:ist|wurde|heißt|wohnt|lebt|arbeitet|hat|mag|studiert|spielt|kommt|spricht|isst|geht) .+|${theirPastimes})$`,
        'iu',
      ),
      as: 'Der $1$2 des Nutzers $3',
    },
    {
      form: new RegExp(
        `^(?:mein|unser) (Kind|Baby)( \\p{Lu}[\\p{L}-]+)? ((?:ist|heißt|wohnt|lebt|hat|mag|spielt|geht|isst) .+|${theirPastimes})$`,
        'iu',
      ),
      as: 'Das $1$2 des Nutzers $3',
    },
  ],
  spelled: (message) =>
    message
      .replace(/\bheiss(?=e\b|t\b)/gi, 'heiß')
      .replace(
        /(?<=\b\d{1,2})\.(?= (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)\b)/gi,
        '',
      ),
  // "Dass ich in Kiel wohne": such a clause has the verb behind.
  mainClause: (sentence) =>
    plainlyPursued(plainlyGivenUp(sentence))
      .replace(/^dass (ich|wir|(?:meine?|unsere?) \p{L}+(?: \p{Lu}\p{L}+)?) (.+) (\p{L}+)$/iu, '$1 $3 $2')
      .replace(/^dass /i, '')
      // "Fleisch esse ich nicht": something else than who speaks stands in front.
      .replace(inverted, (_, front: string, verb: string, rest = '') => `ich ${verb} ${before(front)}${rest}`)
      .replace(aside, '$1 ist $2; $1 $3')
      .replace(subjectLeftOut, (verb) => `ich ${verb.toLowerCase()}`),
  mended: (statement) =>
    statement
      // "Die in Hamburg als Hebamme arbeitet": such a clause has the verb behind.
      .replace(/, (?:der|die|das) ([^,]+) (arbeitet|wohnt|lebt|studiert|spielt|singt)(?=,|$)/, ', $2 $1')
      // A noun has a capital, and people often write none.
      .replace(/^(?:Die|Der) \p{Ll}/u, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
      .replace(/, (?:der|die|das) (\p{Lu}\p{Ll}+) heißt(?=,| und |$)/u, ' namens $1'),
};
