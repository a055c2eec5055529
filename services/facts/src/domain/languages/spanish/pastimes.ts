import { pairs } from '../language.ts';
import { type Pastimes, pastimeVerbs, pursuedNow } from '../pastimes.ts';

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
    `correr corro corre corres runs, nadar nado nada nadas swims, escalar escalo escala escalas climbs,
    bailar bailo baila bailas dances, cantar canto canta cantas sings, pintar pinto pinta pintas paints,
    dibujar dibujo dibuja dibujas draws, coser coso cose coses sews, tejer tejo teje tejes knits`,
  ),
  i: 'yo |',
  user: 'El usuario',
  notBefore: ['ya no', 'no'],
  notBehind: '(?!)',
  often:
    'mucho|a menudo|regularmente|a veces|también|(?:todos )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|días|fines de semana)|todas las (?:mañanas|tardes|noches|semanas)|cada \\p{L}+|(?:una|dos|tres|cuatro) veces (?:por|a la) \\p{L}+',
  tail: 'desde .{2,30}|con .{2,30}|en (?:una?|mi) .{2,30}',
};

/** "He dejado la escalada" as what is so now: "ya no hago escalada". */
export const plainlyPursued = pursuedNow(pastimes, {
  stopped: '^(?:yo )?(?:ya )?(?:he dejado|dejé|he abandonado|abandoné) ',
  begun: '^(?:yo )?(?:he empezado|empecé|he comenzado|comencé) (?:a|con) ',
  doing: 'hacer|practicar',
  article: 'el |la ',
  done: 'hago',
  noMore: 'ya no',
});
