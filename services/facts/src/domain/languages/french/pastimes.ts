import { pairs } from '../language.ts';
import { firstPerson, type Pastimes, pastimeVerbs } from '../pastimes.ts';

export const pastimes: Pastimes = {
  nouns: pairs(
    `yoga yoga, pilates pilates, judo judo, karaté karate, escalade climbing, natation swimming, course running, jogging jogging, footing running, vélo cycling, danse dancing,
    ski skiing, surf surfing, voile sailing, boxe boxing, escrime fencing, équitation riding, randonnée hiking, gym gymnastics, gymnastique gymnastics, athlétisme athletics, aviron rowing,
    poterie pottery, céramique ceramics, couture sewing, tricot knitting, photo photography, photographie photography, peinture painting, dessin drawing, jardinage gardening,
    théâtre theatre, piano piano, guitare guitar, violon violin, batterie drums, foot football, football football, rugby rugby, tennis tennis, basket basketball, hand handball, handball handball, volley volleyball, musculation weightlifting`,
  ),
  articles: "du |de la |de l'|de |d'",
  doing: pairs('fais fait, pratique pratique'),
  alone: pastimeVerbs(
    `courir cours court cours runs, nager nage nage nages swims, grimper grimpe grimpe grimpes climbs,
    danser danse danse danses dances, chanter chante chante chantes sings, peindre peins peint peins paints,
    dessiner dessine dessine dessines draws, tricoter tricote tricote tricotes knits, coudre couds coud couds sews,
    jardiner jardine jardine jardines gardens`,
  ),
  i: 'je |moi,? je ',
  user: "L'utilisateur",
  notBefore: ['ne'],
  notBehind: 'plus|pas|jamais',
  often:
    'souvent|régulièrement|beaucoup|parfois|aussi|bien|à pied|en club|en compétition|les? (?:lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|matin|soir|week-end)|tous les (?:deux |trois )?\\p{L}+|toutes les \\p{L}+|chaque \\p{L}+|(?:une|deux|trois|quatre) fois par \\p{L}+',
  tail: 'depuis .{2,30}|avec .{2,30}|dans (?:une?|mon|ma) .{2,30}|pendant mon temps libre',
};

const nouns = [...pastimes.nouns.keys()].join('|');
const verbs = pastimes.alone.map(({ infinitive }) => infinitive).join('|');
const stopped = "^j'ai (?:(?:enfin|complètement|définitivement) )?(?:arrêté|abandonné|laissé tomber) ";
const givenUp = new RegExp(`${stopped}(?:de faire (?:du |de la |de l')|le |la |l')(${nouns})$`, 'iu');
const givenUpTo = new RegExp(`${stopped}de (${verbs})$`, 'iu');
const begun = new RegExp(
  `^(?:j'ai (?:commencé|repris) |je me suis (?:re)?mise? à )(?:à faire )?(le |la |l'|du |de la |de l')(${nouns})$`,
  'iu',
);
const begunTo = new RegExp(`^(?:j'ai commencé|je me suis (?:re)?mise?) à (${verbs})$`, 'iu');
/** "Au yoga" is "à" with "le". */
const toThe = /^(je me suis (?:re)?mise?) au /iu;

/** "J'ai arrêté l'escalade" as what is so now: "je ne fais plus d'escalade". */
export function plainlyPursued(sentence: string): string {
  return sentence
    .replace(givenUp, (_, what: string) => `je ne fais plus ${/^[aeiouéh]/i.test(what) ? `d'${what}` : `de ${what}`}`)
    .replace(givenUpTo, (_, verb: string) => `je ne ${firstPerson(pastimes, verb)} plus`)
    .replace(toThe, '$1 à le ')
    .replace(begun, (_, article: string, what: string) => `je fais ${behindDo.get(article.toLowerCase()) ?? article}${what}`)
    .replace(begunTo, (_, verb: string) => `je ${firstPerson(pastimes, verb)}`);
}

const behindDo: ReadonlyMap<string, string> = new Map([
  ['le ', 'du '],
  ['la ', 'de la '],
  ["l'", "de l'"],
]);
