import { type Days, type Events, englishDays } from '../events.ts';
import { pairs } from '../language.ts';
import { words } from './words.ts';

export const events: Events = {
  nouns: [
    {
      article: 'Le',
      before: "mon|notre|le|l'",
      english: pairs(
        'rendez-vous appointment, examen exam, entretien interview, mariage wedding, voyage trip, vol flight, cours class, concert concert, déménagement move',
      ),
    },
    {
      article: 'La',
      before: "ma|mon|notre|la|l'",
      english: pairs('opération surgery, répétition rehearsal, réunion meeting'),
    },
  ],
  ofUser: " de l'utilisateur",
  with: 'chez|avec|à|au|en|pour',
  is: 'est',
  when: 'le|à|en|demain',
  moved: '(?:est|a été) (?:reportée?|décalée?|déplacée?|avancée?) (?:au|à) (.{3,30})',
  moving: ['(?:ils|elles) ont (?:déplacé|décalé|reporté|avancé)|on a (?:déplacé|décalé|reporté|avancé)', 'au|à', ''],
  on: 'le',
  off: '(?:est|a été) annulée?',
  isOff: 'est annulé',
  having: "j'ai(?: une?)?|on a une?|nous avons une?",
};

const days: Days = {
  months: words.months,
  weekdays: 'lundis? mardis? mercredis? jeudis? vendredis? samedis? dimanches?',
  on: 'le|les',
  in: 'en',
  hour: / à (\d{1,2}) ?(?:h|heures)(?= |$)/i,
};

export const dayWords = englishDays(days);
