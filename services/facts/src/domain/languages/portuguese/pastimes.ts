import { pairs } from '../language.ts';
import { firstPerson, type Pastimes, pastimeVerbs } from '../pastimes.ts';

export const pastimes: Pastimes = {
  nouns: pairs(
    `yoga yoga, ioga yoga, pilates pilates, judo judo, judô judo, karaté karate, karatê karate, escalada climbing, natação swimming, ciclismo cycling, esqui skiing, surf surfing, surfe surfing,
    vela sailing, boxe boxing, esgrima fencing, equitação riding, ginástica gymnastics, atletismo athletics, remo rowing, dança dancing, balé ballet, ballet ballet, teatro theatre,
    cerâmica ceramics, costura sewing, fotografia photography, pintura painting, jardinagem gardening, futebol football, ténis tennis, tênis tennis, vôlei volleyball, basquete basketball,
    basquetebol basketball, xadrez chess, capoeira capoeira, guitarra guitar, violão guitar, piano piano, violino violin, bateria drums`,
  ),
  articles: '(?:n?[oa] )?',
  doing: pairs('faço faz, pratico pratica, ando anda'),
  alone: pastimeVerbs(
    'correr corro corre, nadar nado nada, escalar escalo escala, dançar danço dança, cantar canto canta, pintar pinto pinta, desenhar desenho desenha, costurar costuro costura, tricotar tricoto tricota',
  ),
  i: 'eu |',
  user: 'O utilizador',
  notBefore: ['já não', 'não'],
  notBehind: '(?!)',
  often:
    'muito|muitas vezes|regularmente|às vezes|também|(?:às|aos) (?:segundas|terças|quartas|quintas|sextas|sábados|domingos)(?:-feiras)?|tod[oa]s (?:os|as) (?:dias|manhãs|tardes|noites|semanas)|cada \\p{L}+|nos fins de semana|(?:uma|duas|três|quatro) vezes por \\p{L}+',
  tail: 'há .{2,30}|desde .{2,30}|com .{2,30}|numa? .{2,30}|em uma? .{2,30}',
};

const nouns = [...pastimes.nouns.keys()].join('|');
const verbs = pastimes.alone.map(({ infinitive }) => infinitive).join('|');
const stopped = '^(?:eu )?(?:já )?(?:parei|deixei|larguei) (?:com )?';
const begun = '^(?:eu )?comecei (?:a|com) ';
const givenUp = new RegExp(`${stopped}(?:de (?:fazer|praticar) )?(?:[oa] )?(${nouns})$`, 'iu');
const givenUpTo = new RegExp(`${stopped}de (${verbs})$`, 'iu');
const started = new RegExp(`${begun}(?:(?:fazer|praticar) )?(?:[oa] )?(${nouns})$`, 'iu');
const startedTo = new RegExp(`${begun}(${verbs})$`, 'iu');
/** Brazil says "não … mais", which is "já não". */
const noMore = new RegExp(
  `^(?:eu )?não ((?:faço|pratico) (?:${nouns})|${pastimes.alone.map(({ first }) => first).join('|')}) mais$|^(?:eu )?não (faço|pratico) mais (${nouns})$`,
  'iu',
);

/** "Parei de fazer escalada" as what is so now: "já não faço escalada". */
export function plainlyPursued(sentence: string): string {
  return sentence
    .replace(noMore, (_, all = '', verb = '', what = '') => `já não ${all}${[verb, what].filter(Boolean).join(' ')}`)
    .replace(givenUp, 'já não faço $1')
    .replace(givenUpTo, (_, verb: string) => `já não ${firstPerson(pastimes, verb)}`)
    .replace(started, 'faço $1')
    .replace(startedTo, (_, verb: string) => firstPerson(pastimes, verb));
}
