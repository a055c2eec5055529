import { type Days, type Events, englishDays } from '../events.ts';
import { pairs } from '../language.ts';

export const events: Events = {
  nouns: [
    {
      article: 'El',
      before: 'mi|nuestro|el',
      english: pairs('examen exam, viaje trip, vuelo flight, ensayo rehearsal, concierto concert'),
    },
    {
      article: 'La',
      before: 'mi|nuestra|la',
      english: pairs(
        'cita appointment, entrevista interview, operación surgery, boda wedding, clase class, reunión meeting, mudanza move',
      ),
    },
  ],
  ofUser: ' del usuario',
  with: 'con el|con la|con|a|en|para',
  is: 'es',
  when: 'el|los|en|a las|mañana',
  moved:
    '(?:se ha |ha sido |se |fue |está )?(?:aplazad[oa]|cambiad[oa]|movid[oa]|pasad[oa]|aplazó|cambió|movió|pasó) (?:al|para el) (.{3,30})',
  moving: [
    '(?:me |nos )?(?:han|hemos) (?:cambiado|movido|aplazado|adelantado|pasado)|(?:me |nos )?(?:cambiaron|movieron|pasaron)',
    'al día|al|para el|a',
    '',
  ],
  on: 'el',
  off: '(?:está|ha sido|fue|se ha|se) (?:cancelad[oa]|suspendid[oa]|anulad[oa]|canceló|suspendió|anuló)',
  isOff: 'está cancelado',
  having: 'tengo(?: una?)?|tenemos(?: una?)?',
};

const days: Days = {
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  weekdays: 'lunes martes miércoles jueves viernes sábados? domingos?',
  on: 'el|los',
  in: 'en',
  hour: / a las? (\d{1,2}(?:[:.]\d\d)?)(?= |$)/i,
};

export const dayWords = englishDays(days);
