import { stemmer } from 'stemmer';
import type { Language } from './language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that open an English question, as the alternatives of a pattern. */
export const questionWords = 'who|whom|whose|what|which|where|when|why|how';

/** Verbs that open one in front of its subject, and open hardly anything else. */
export const questionVerbs = 'do|does|did|is|are|am|was|were|can|could|will|would';

const stopWords = list(`
a about above after again against all am an and any are as at be because been before being below between both but by
can could did do does doing down during each few for from further had has have having he her here hers herself him himself his how
i if in into is it its itself just me more most my myself no nor not now of off on once only or other our ours ourselves out over own
same she should so some such than that the their theirs them themselves then there these they this those through to too
under until up very was we were what when where which while who whom why will with would you your yours yourself yourselves
arent cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive ill id lets shouldnt thats theyre theres wasnt werent whats wont wouldnt
youre youve hes shes were weve theyve youll hell shell well itll
`);

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
];
const months = new Map(monthNames.map((name, number) => [name.toLowerCase(), number]));

/** Porter's stems; what is known of dates, questions and names. */
export const english: Language = {
  code: 'en',
  stopWords,
  stem: (word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word),
  months,
  ambiguousMonths: list('may march'),
  dateMarkers: list('in of on since during early mid late until till by last next this before after around from'),
  dayOf(word) {
    const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word) ?? [];
    const day = Number(digits);
    return day >= 1 && day <= 31 ? day : null;
  },
  timeWords: list(`
    yesterday today tonight tomorrow ago last next since week weeks weekend weekends month months year years day days morning afternoon evening
    recently soon monday tuesday wednesday thursday friday saturday sunday
  `),
  firstPerson: list('i im ive id ill me my mine myself'),
  wantsTime: /^(?:when|(?:on |in |at |since |until )?(?:what|which) (?:date|year|month|day|time)|how long|in which)\b/i,
  wantsName:
    /^(?:who|whose|whom|where|which)\b|\b(?:what|which) (?:(?:is|are|was|were) the )?(?:names?|books?|songs?|movies?|bands?|city|cities|country|countries|games?|shows?)\b/i,
  negates:
    /\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot|longer|any ?more|stopped|quit|(?:gave|given|give) up|refus\w+|forb[aio]d\w*|banned|avoid\w*|dislik\w+|hates?)\b|n['’]t\b/i,
  asksPresent:
    /\b(?:now|today|nowadays|currently?|these days|at (?:present|the moment)|latest|newest|most recent(?:ly)?|still|any ?more|last)\b/i,
  asksPast:
    /\b(?:before|used to|formerly|former|previous(?:ly)?|original(?:ly)?|at first|initially|earlier|back then|in the (?:old |early )?days)\b/i,
  holdsName: /[\p{Ll},;'’] ["“']?\p{Lu}\p{Ll}+|"[^"]+"|“/u,
  dateText: ({ year, month, day }) => `${day} ${monthNames[month] ?? ''} ${year}`,
};
