import { CuedPattern } from '../../statements/cued-pattern.ts';
import { listOf } from '../../statements/word-table.ts';
import { eventRules } from '../events.ts';
import type { Stated } from '../language.ts';
import { pastimeRules, pursuing } from '../pastimes.ts';
import { events } from './events.ts';
import { plainlyGivenUp } from './given-up.ts';
import { pastimes, plainlyPursued } from './pastimes.ts';

/** From when on, or how often: what makes an order to the assistant one that holds. */
const lasting =
  "(?:toujours|systématiquement|à chaque fois|à partir de maintenant|à partir d'aujourd'hui|dorénavant|désormais|à l'avenir|par défaut)";
const order =
  '(?:réponds?|répondez|parle|parlez|utilise|utilisez|donne|donnez|propose|proposez|recommande|appelle|appelez|explique|évite|évitez|dis-moi|dites-moi|cite|indique|emploie|garde|fais|mets|tutoie|vouvoie)';
/** How such an order is said of the user. */
const wished = "L'utilisateur veut de l'assistant : $1";

/** What somebody is, or is no more. */
const states =
  'prof|professeure?|médecin|infirmi\\p{L}+|ingénieure?|avocate?|cuisini\\p{L}+|boulang\\p{L}+|étudiante?|retraitée?|marié\\p{L}*|divorcée?|célibataire|veuf|veuve|fiancée?|intolérante?|végétari\\p{L}+|végane?|allergique|enceinte|né\\p{L}*|de|du|originaire|gauch\\p{L}+|diabétique';

const theirPastimes = pursuing(pastimes);

export const stated: Stated = {
  leadIn: 'bonjour|salut|non|oui|au fait|hier|la semaine dernière|le mois dernier',
  notMeant: 'génial|super,|bien sûr|si |imagin|suppos|peut-être|tradui|corrige|écris|comment',
  unreal: 'serais|aurais|peut-être',
  asides: "vraiment|franchement|ça|c'est|y'?a|y'aura|il y a|du coup|donc|parce que?|car|alors|sinon|enfin bref|malheureusement",
  noteIt: "(?:retiens|note|garde)(?:-le)?(?: ça| cela)?(?: stp| svp| s'il te plaît)?|pour info",
  now: 'maintenant|désormais',
  joins: 'et|mais',
  begins: "nous|on|je|j'|mon|ma|(?:le|les|tous les|toutes les|chaque) \\p{L}+ (?:je|j')",
  beginsAfterComma: 'moi',
  signs: listOf(String.raw`
    je | j'\p{L}+ | mon | ma | mes | moi | notre | nos | nous | on (?:a|avons|n'a|s'est|habite|paie) | tes | le | la | l'\p{L}* | ne | ${lasting}
  `),
  couples: [
    {
      form: /^(\p{Lu}[\p{L}-]+) et moi,? (?:(?:nous |on )?(?:avons|a) divorcé|(?:nous )?sommes divorcée?s)$/iu,
      as: "L'utilisateur est divorcé de $1",
    },
    {
      form: /^(\p{Lu}[\p{L}-]+) et moi,? (?:nous (?:nous )?sommes séparée?s|on s'est séparée?s|(?:nous |on )?(?:avons|a) rompu|(?:nous )?ne sommes plus ensemble)$/iu,
      as: "L'utilisateur est séparé de $1",
    },
    { form: /^j'ai divorcé d(?:e |')(\p{Lu}[\p{L}-]+)$/iu, as: "L'utilisateur est divorcé de $1" },
    { form: /^je me suis séparée? d(?:e |')(\p{Lu}[\p{L}-]+)$/iu, as: "L'utilisateur est séparé de $1" },
  ],
  mainClause: (sentence) =>
    plainlyPursued(plainlyGivenUp(sentence))
      // "Un fils de 7 ans, Noé", with more behind.
      .replace(
        /^((?:j'ai|on a|nous avons) )(?:aussi )?(une? \p{Ll}+) de (\d{1,2} ans)(?: [^,]*)?, (\p{Lu}[\p{L}-]+)(?=,|$)/iu,
        '$1$2, $4, a $3',
      )
      // "Le mardi je joue au hand".
      .replace(
        /^((?:le |les )(?:lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|matin|soir|week-end)|tous les \p{L}+|toutes les \p{L}+|chaque \p{L}+),? (je |j'|on )([^,]+)/iu,
        (_, when: string, who: string, what: string) => `${who}${what} ${when.toLowerCase()}`,
      )
      .replace(/^((?:mon|ma) [\p{Ll}-]+(?: \p{Lu}[\p{L}-]+)?), qui ([^,]+), (.+)$/iu, '$1 $2; $1 $3')
      .replace(/^((?:mon|ma) [\p{Ll}-]+(?: \p{Lu}[\p{L}-]+)?), (une? [^,]+), (.+)$/iu, '$1 est $2; $1 $3')
      .replace(
        /^((?:le |la |les |l')[\p{L} ]{2,30}), (?:moi,? )?(j'aime|j'adore|je déteste|je préfère) (?:ça|cela)$/iu,
        (_, what: string, liking: string) => `${liking} ${what.toLowerCase()}`,
      ),
  rules: [
    ...eventRules(events),
    ...pastimeRules(pastimes),
    { form: /^ma (?:grande )?passion,? (?:c'est|est) (.+)$/iu, as: "La passion de l'utilisateur est $1" },
    { form: /^mes (?:loisirs|passions|hobbies) sont (.+)$/iu, as: "Les loisirs de l'utilisateur sont $1" },
    {
      form: new CuedPattern(
        new RegExp(`${lasting}|jamais|plus`, 'iu'),
        `^((?:s'il te plaît,? )?(?:${order}(?!\\p{L}).*? ${lasting}(?!\\p{L}).*|${lasting},? (?:ne )?(?:me |m')?(?:${order}|plus de|pas de)(?!\\p{L}).+|ne (?:me |m'|te )?${order}(?:-moi)? (?:jamais|plus)(?!\\p{L}).+))$`,
        'iu',
      ),
      as: wished,
    },
    {
      form: /^((?:je (?:veux|voudrais|préfère) des réponses|tes réponses (?:doivent|devraient)).+)$/iu,
      as: wished,
    },
    {
      form: /^je (?:veux|voudrais|souhaite|préfère|préférerais) (que tu .+|que vous .+)$/iu,
      as: wished,
    },
    {
      form: /^[Jj]e (?:viens|suis) (?:à l'origine )?((?:d'|de |du |des |de la )\p{Lu}\p{Ll}[\p{L} -]*)$/u,
      as: "L'utilisateur vient $1",
    },
    {
      form: /^(?:mon|notre) (?:nouveau )?numéro(?: de (?:téléphone|portable))? (?:est|c'est) (?:le )?(\+?\d[\d .-]{4,20}\d)$/iu,
      as: "Le numéro de l'utilisateur est le $1",
    },
    {
      form: /^(?:mon|notre) (?:nouvelle )?(?:adresse )?e?-?mail (?:est|c'est) ([^\s@]+@[^\s@]+)$/iu,
      as: "Le mail de l'utilisateur est $1",
    },
    { form: /^je m'appelle (\p{Lu}.*)$/iu, as: "L'utilisateur s'appelle $1" },
    {
      form: /^moi,? c'est ((?!(?:bon|ok|oui|non|pareil|fini|mort|foutu|nul|moche|le|la|les|un|une|ça|pas|plus|trop|plutôt|mon|ma|mes|quand|comme|parce|samedi|dimanche|lundi|mardi|mercredi|jeudi|vendredi)(?!\p{L}))\p{L}[\p{Ll}-]{2,}(?:-\p{L}+)?)$/iu,
      as: "L'utilisateur s'appelle $1",
    },
    {
      form: /^j'(?:aime|adore) ((?!pas\b|quand\b|que\b|ça\b|cela\b|t(?:on|a|es)\b|votre\b|vos\b|cette?\b).+)$/i,
      as: "L'utilisateur aime $1",
    },
    { form: /^mon anniversaire (?:est|c'est) (le \d.+)$/i, as: "L'anniversaire de l'utilisateur est $1" },
    // A nationality, which people write with a capital too, is no name.
    {
      form: /^(?:[Mm]oi,? )?[Jj]e suis (\p{Lu}\p{Ll}+(?:[ao]ise?|ien(?:ne)?|aine?|ande?|ole?|que))$/u,
      as: "L'utilisateur est $1",
    },
    { form: /^(?:[Mm]oi,? )?[Jj]e suis (\p{Lu}\p{Ll}+)$/u, as: "L'utilisateur s'appelle $1" },
    { form: /^(?:on|nous) (?:a|avons) (déménagé .+)$/i, as: "L'utilisateur a $1" },
    { form: /^je ne travaille plus (.+)$/i, as: "L'utilisateur ne travaille plus $1" },
    { form: /^je bosse ((?:chez|à|aux?|dans|en|comme|pour) .+)$/i, as: "L'utilisateur travaille $1" },
    {
      form: /^(?:mes|nos) (enfants|fils|filles|parents|chats|chiens) s'appellent (.+)$/i,
      as: "Les $1 de l'utilisateur s'appellent $2",
    },
    { form: /^appelle[sz]?-moi (\p{Lu}.*)$/iu, as: "L'utilisateur veut être appelé $1" },
    { form: /^(?:on habite|nous habitons) (.+)$/i, as: "L'utilisateur habite $1" },
    { form: /^j'apprends ((?:le |la (?!nouvelle|vérité|suite)|l'|à (?!te\b|vous\b)).+)$/i, as: "L'utilisateur apprend $1" },
    { form: /^j'ai (grandi .+)$/i, as: "L'utilisateur a $1" },
    {
      form: /^(?:mon|notre) (\p{Ll}+ préféré) (est .+)$/iu,
      as: "Le $1 de l'utilisateur $2",
    },
    {
      form: /^(?:ma|notre) (\p{Ll}+ préférée) (est .+)$/iu,
      as: "La $1 de l'utilisateur $2",
    },
    {
      form: /^j'ai (accouché|eu (?:un|une|mon|ma|notre) (?:bébé|fille|fils|garçon|enfant))(?: .*)?$/iu,
      as: "L'utilisateur a $1",
    },
    {
      form: /^(?:j'ai (?:enfin )?(?:fini|terminé) (?:mes études|ma licence|mon master|mon doctorat|mon diplôme)|j'ai (?:enfin )?(?:eu|obtenu) (?:mon diplôme|ma licence|mon master))$/iu,
      as: "L'utilisateur a terminé ses études",
    },
    {
      form: /^je n'aime (pas|plus) ((?!quand\b|que\b|ça\b|cela\b|t(?:on|a|es)\b|votre\b|vos\b|cett?e?\b).+)$/iu,
      as: "L'utilisateur n'aime $1 $2",
    },
    { form: /^j'étudie (.+)$/iu, as: "L'utilisateur étudie $1" },
    { form: /^(?:j'enseigne|je donne des cours d(?:e |'))(.+)$/iu, as: "L'utilisateur enseigne $1" },
    { form: /^je fume$/i, as: "L'utilisateur fume" },
    {
      form: /^je bois ((?:du |de la |de l')(?!.*(?:aujourd'hui|ce matin|ce soir|en ce moment|là)(?!\p{L})).+)$/iu,
      as: "L'utilisateur boit $1",
    },
    {
      form: /^(?:je paie|je paye|on paie|nous payons) (\d[\d ., ]*(?:€|euros|francs)) de loyer(?: par mois)?$/iu,
      as: "Le loyer de l'utilisateur est de $1",
    },
    {
      form: /^(?:mon|notre) (?:nouveau )?(loyer|salaire|budget|tarif) (?:est|s'élève) (?:de|à) (\d[\d ., ]*(?:€|euros|francs))(?: par mois| de l'heure)?$/iu,
      as: "Le $1 de l'utilisateur est de $2",
    },
    {
      form: /^(?:ma nouvelle voiture est|(?:j'ai|nous avons|on a)(?: acheté)? une nouvelle voiture,) (une? \p{Lu}.+)$/iu,
      as: "La voiture de l'utilisateur est $1",
    },
    { form: /^[Jj]e conduis (une? \p{Lu}[\p{L}\d-]*(?: [\p{L}\d-]+)?)$/u, as: "L'utilisateur conduit $1" },
    {
      form: /^je suis passée? d(?:e |')(\p{Lu}\S*(?: \p{Lu}\S*)?) à (\p{Lu}\S*(?: \p{Lu}\S*)?)$/iu,
      as: "L'utilisateur est passé de $1 à $2",
    },
    {
      form: /^ma (voiture|maison|moto|langue maternelle|couleur préférée) (est (?:une? |le |la |l').+)$/i,
      as: "La $1 de l'utilisateur $2",
    },
    { form: /^mon (vélo|plat préféré|sport préféré) (est (?:une? |le |la |l').+)$/i, as: "Le $1 de l'utilisateur $2" },
    { form: /^(?:moi )?j'habite (.+)$/i, as: "L'utilisateur habite $1" },
    { form: /^(?:moi )?je vis (?:maintenant )?((?:à|en|au|aux|dans|avec|chez|seule?) ?.*)$/i, as: "L'utilisateur vit $1" },
    { form: /^(?:moi )?je suis (à \p{Lu}.*)$/iu, as: "L'utilisateur est $1" },
    {
      form: new RegExp(`^je suis ((?:${states}|une? \\p{L}+)(?: .+)?)$`, 'iu'),
      as: "L'utilisateur est $1",
    },
    { form: new RegExp(`^je ne suis (pas|plus) ((?!d[eu] )(?:${states})(?: .+)?)$`, 'iu'), as: "L'utilisateur n'est $1 $2" },
    { form: /^(?:nous nous sommes séparée?s|on s'est séparée?s|(?:nous avons|on a) rompu)$/iu, as: "L'utilisateur est séparé" },
    { form: /^(?:nous avons|on a|j'ai) divorcé$/i, as: "L'utilisateur est divorcé" },
    { form: /^j'ai (?:démissionné|quitté mon (?:travail|emploi|boulot|poste))$/i, as: "L'utilisateur a démissionné" },
    {
      form: /^(?:je n'ai|nous n'avons|on n'a) pas (d'enfants?|de voiture|d'animaux(?: domestiques)?)$/i,
      as: "L'utilisateur n'a pas $1",
    },
    { form: /^je mange (?:de|à) nouveau (d(?:u|e la) (?:viande|poisson))$/i, as: "L'utilisateur mange $1" },
    { form: /^je travaille (.+)$/i, as: "L'utilisateur travaille $1" },
    {
      form: /^(?:j'ai|nous avons|on a) ((?:une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|\d+) (?!question|problème|idée|souci|peu|doute|minute|heure).+)$/i,
      as: "L'utilisateur a $1",
    },
    { form: /^j'ai ((?:arrêté|quitté|déménagé|commencé) .+)$/i, as: "L'utilisateur a $1" },
    { form: /^je (?:ne |n')(mange|bois|fume|conduis) (pas|plus|jamais)(.*)$/i, as: "L'utilisateur ne $1 $2$3" },
    { form: /^je (déteste|préfère|parle|joue|collectionne|étudie) (.+)$/i, as: "L'utilisateur $1 $2" },
    {
      form: new RegExp(
        `^(?:mon|notre) (?:nouveau )?(enfant|médecin|docteur|dentiste|vétérinaire|kiné|prof|comptable|avocat|psy|coiffeur|coach|propriétaire|mari|copain|compagnon|père|frère|fils|oncle|cousin|neveu|grand-père|patron|chef|collègue|voisin|ami|chien|chat)( \\p{Lu}[\\p{L}-]+)? ((?:est|s'appelle|vit|habite|travaille|a|aime|déteste|joue|parle|étudie|mange|ne \\p{Ll}+ (?:plus|pas)) .+|${theirPastimes})$`,
        'iu',
      ),
      as: "Le $1$2 de l'utilisateur $3",
    },
    {
      form: new RegExp(
        `^(?:ma|notre) (?:nouvelle )?(vétérinaire|médecin|dentiste|propriétaire|prof|femme|copine|compagne|mère|sœur|soeur|fille|tante|cousine|nièce|grand-mère|patronne|cheffe|collègue|voisine|amie|chienne|chatte)( \\p{Lu}[\\p{L}-]+)? ((?:est|s'appelle|vit|habite|travaille|a|aime|déteste|joue|parle|étudie|mange|ne \\p{Ll}+ (?:plus|pas)) .+|${theirPastimes})$`,
        'iu',
      ),
      as: "La $1$2 de l'utilisateur $3",
    },
    { form: /^(?:non,? )?c'est mon (mari|père|frère|fils|oncle|cousin|patron) qui (.+)$/i, as: "Le $1 de l'utilisateur $2" },
    { form: /^(?:non,? )?c'est ma (femme|mère|sœur|fille|tante|cousine) qui (.+)$/i, as: "La $1 de l'utilisateur $2" },
  ],
};
