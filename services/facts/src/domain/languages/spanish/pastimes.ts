import { pairs } from '../language.ts';
import { firstPerson, type Pastimes, pastimeVerbs } from '../pastimes.ts';

export const pastimes: Pastimes = {
  nouns: pairs(
    `yoga yoga, pilates pilates, judo judo, kárate karate, karate karate, escalada climbing, natación swimming, ciclismo cycling, senderismo hiking, esquí skiing, surf surfing, vela sailing,
    boxeo boxing, esgrima fencing, equitación riding, gimnasia gymnastics, atletismo athletics, remo rowing, danza dancing, ballet ballet, teatro theatre, cerámica ceramics, costura sewing,
    fotografía photography, pintura painting, jardinería gardening, fútbol football, tenis tennis, pádel padel, baloncesto basketball, ajedrez chess, guitarra guitar, piano piano, violín violin,
    batería drums`,
  ),
  articles: '(?:la |el )?',
  doing: pairs('hago hace, practico practica'),
  alone: pastimeVerbs(
    'correr corro corre, nadar nado nada, escalar escalo escala, bailar bailo baila, cantar canto canta, pintar pinto pinta, dibujar dibujo dibuja, coser coso cose, tejer tejo teje',
  ),
  i: 'yo |',
  user: 'El usuario',
  notBefore: ['ya no', 'no'],
  notBehind: '(?!)',
  often:
    'mucho|a menudo|regularmente|a veces|también|(?:todos )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|días|fines de semana)|todas las (?:mañanas|tardes|noches|semanas)|cada \\p{L}+|(?:una|dos|tres|cuatro) veces (?:por|a la) \\p{L}+',
  tail: 'desde .{2,30}|con .{2,30}|en (?:una?|mi) .{2,30}',
};

const nouns = [...pastimes.nouns.keys()].join('|');
const verbs = pastimes.alone.map(({ infinitive }) => infinitive).join('|');
const stopped = '^(?:yo )?(?:ya )?(?:he dejado|dejé|he abandonado|abandoné) ';
const begun = '^(?:yo )?(?:he empezado|empecé|he comenzado|comencé) (?:a|con) ';
const givenUp = new RegExp(`${stopped}(?:de (?:hacer|practicar) )?(?:el |la )?(${nouns})$`, 'iu');
const givenUpTo = new RegExp(`${stopped}de (${verbs})$`, 'iu');
const started = new RegExp(`${begun}(?:(?:hacer|practicar) )?(?:el |la )?(${nouns})$`, 'iu');
const startedTo = new RegExp(`${begun}(${verbs})$`, 'iu');

/** "He dejado la escalada" as what is so now: "ya no hago escalada". */
export function plainlyPursued(sentence: string): string {
  return sentence
    .replace(givenUp, 'ya no hago $1')
    .replace(givenUpTo, (_, verb: string) => `ya no ${firstPerson(pastimes, verb)}`)
    .replace(started, 'hago $1')
    .replace(startedTo, (_, verb: string) => firstPerson(pastimes, verb));
}
