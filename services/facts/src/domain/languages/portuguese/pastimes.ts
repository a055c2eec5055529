import { pairs } from '../language.ts';
import { type Pastimes, pastimeVerbs, pursuedNow } from '../pastimes.ts';

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
    `correr corro corre corres runs, nadar nado nada nadas swims, escalar escalo escala escalas climbs,
    dançar danço dança danças dances, cantar canto canta cantas sings, pintar pinto pinta pintas paints,
    desenhar desenho desenha desenhas draws, costurar costuro costura costuras sews, tricotar tricoto tricota tricotas knits`,
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
/** Brazil says "não … mais", which is "já não". */
const noMore = new RegExp(
  `^(?:eu )?não ((?:faço|pratico) (?:${nouns})|${pastimes.alone.map(({ first }) => first).join('|')}) mais$|^(?:eu )?não (faço|pratico) mais (${nouns})$`,
  'iu',
);

const turned = pursuedNow(pastimes, {
  stopped: '^(?:eu )?(?:já )?(?:parei|deixei|larguei) (?:com )?',
  begun: '^(?:eu )?comecei (?:a|com) ',
  doing: 'fazer|praticar',
  article: '[oa] ',
  done: 'faço',
  noMore: 'já não',
});

/** "Parei de fazer escalada" as what is so now: "já não faço escalada". */
export function plainlyPursued(sentence: string): string {
  return turned(
    sentence.replace(noMore, (_, all = '', verb = '', what = '') => `já não ${all}${[verb, what].filter(Boolean).join(' ')}`),
  );
}
