import { hasPhrase } from '../phrases.ts';

/** What an answer can do, by the phrases any of which shows it. */
const phrasesOf = {
  greeting: 'hello|hi|hey|good morning|good afternoon|good evening|good day|welcome|nice to see you|nice to meet you',
  welcome: "welcome|my pleasure|no problem|glad|happy to|any time|anytime|don't mention it|of course|bye|goodbye|sure|take care",
  noted:
    'remember|noted|got it|understood|okay|ok|alright|saved|stored|updated|changed|corrected|good to know|thanks for telling me|i have written',
  forgotten: 'forgot|forgotten|removed|deleted|erased|gone|no longer remember|will not remember|forget it',
  unknown:
    "nothing|no memory|no record|not know|don't know|not sure|can't say|cannot say|not remember|don't remember|never told|not told|haven't told|have not told|haven't said|never said",
  yes: "yes|ja|oui|sí|sim|right|correct|you do|you are|she is|he is|that's true",
  no: "no|nein|non|não|not|isn't|aren't|doesn't|don't",
} as const satisfies Readonly<Record<string, string>>;

/** What an answer does. */
export type Act = keyof typeof phrasesOf;
/** All of them. */
export const acts = Object.keys(phrasesOf) as [Act, ...Act[]];

/** A yes or no stands among the first words. */
const openingWords = 8;

/** Whether an answer does that. Who says that they do not know says neither yes nor no. */
export function does(answer: string, act: Act): boolean {
  if (act !== 'yes' && act !== 'no') return hasPhrase(answer, phrasesOf[act]);
  const opening = answer.trim().split(/\s+/).slice(0, openingWords).join(' ');
  return hasPhrase(opening, phrasesOf[act]) && !hasPhrase(opening, phrasesOf.unknown) && !(act === 'yes' && does(answer, 'no'));
}
