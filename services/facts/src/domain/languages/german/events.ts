import { type Days, type Events, englishDays } from '../events.ts';
import { pairs } from '../language.ts';
import { words } from './words.ts';

export const events: Events = {
  nouns: [
    {
      article: 'Der',
      before: 'mein|unser|der|mein nächster',
      english:
        pairs(`Termin appointment, Arzttermin doctor-appointment, Zahnarzttermin dentist-appointment, Friseurtermin hairdresser-appointment, Flug flight,
        Urlaub holiday, Kurs class, Umzug move, Elternabend parents-evening, Abgabetermin deadline`),
    },
    {
      article: 'Die',
      before: 'meine|unsere|die|meine nächste',
      english:
        pairs(`Reise trip, Prüfung exam, Klausur exam, Operation surgery, OP surgery, Hochzeit wedding, Probe rehearsal, Chorprobe choir-rehearsal,
        Besprechung meeting, Abgabe deadline`),
    },
    {
      article: 'Das',
      before: 'mein|unser|das|mein nächstes',
      english: pairs('Vorstellungsgespräch interview, Training training, Konzert concert, Treffen meeting'),
    },
  ],
  ofUser: ' des Nutzers',
  with: 'bei|beim|mit|nach|zum|zur|in|für',
  is: 'ist',
  when: 'am|um|im|morgen|jeden|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags',
  moved: '(?:wurde|ist|wird) (?:vom .+? )?auf (?:den )?(.{3,30}?) (?:verschoben|verlegt)',
  moving: ['(?:sie|die|man|wir) (?:haben|hat)', 'auf den|auf die|auf', ' (?:verschoben|verlegt|vorverlegt)'],
  on: 'am',
  off: '(?:ist|wurde|wird) (?:leider )?(?:abgesagt|gestrichen|storniert)|fällt (?:leider )?aus',
  isOff: 'ist abgesagt',
  having: 'ich habe (?:eine?n?|meine?n?)|wir haben (?:eine?n?|unsere?n?)',
};

const days: Days = {
  months: words.months,
  weekdays: 'montags?|mo dienstags?|di mittwochs?|mi donnerstags?|do freitags?|fr (?:samstag|sonnabend)s?|sa sonntags?|so',
  on: 'am|jeden',
  in: 'im',
  hour: / um (\d{1,2}(?:[:.]\d\d)?)(?: Uhr)?(?= |$)/i,
};

export const dayWords = englishDays(days);
