import { type Days, type Events, englishDays } from '../events.ts';
import { pairs } from '../language.ts';
import { words } from './words.ts';

export const events: Events = {
  nouns: [
    {
      article: 'O',
      before: '(?:o )?(?:meu|nosso)|o',
      english: pairs('exame exam, casamento wedding, voo flight, ensaio rehearsal, concerto concert'),
    },
    {
      article: 'A',
      before: '(?:a )?(?:minha|nossa)|a',
      english: pairs(
        'consulta appointment, prova exam, entrevista interview, operação surgery, viagem trip, aula class, reunião meeting, mudança move',
      ),
    },
  ],
  ofUser: ' do utilizador',
  with: 'com o|com a|com|a|ao|no|na|para',
  is: 'é',
  when: 'a|em|no|na|às|dia|amanhã|terça|segunda',
  moved: '(?:foi |ficou |está )?(?:adiad[oa]|mudad[oa]|remarcad[oa]|passou) para (?:o dia |a |o )?(.{3,30})',
  moving: ['mudaram|adiaram|anteciparam|passaram|mudámos|adiámos', 'para o dia|para dia|para o|para', ''],
  on: 'a',
  off: '(?:está|foi) cancelad[oa]',
  isOff: 'está cancelado',
  having: 'tenho(?: uma?)?|temos(?: uma?)?',
};

const days: Days = {
  months: words.months,
  weekdays:
    'segundas?(?:-feiras?)? terças?(?:-feiras?)? quartas?(?:-feiras?)? quintas?(?:-feiras?)? sextas?(?:-feiras?)? sábados? domingos?',
  on: 'a|à|às|na|nas|no|aos|em|dia|no dia',
  in: 'em',
  hour: / às? (\d{1,2}(?:[:h]\d\d)?)h?(?= |$)/i,
};

export const dayWords = englishDays(days);
