import { ownWords } from '../statements/beings.ts';
import { plainWords } from '../statements/statement-words.ts';

/** What stands between "The user" and the verb and leaves the field what it is. */
export const besideVerb: ReadonlySet<string> = wordsOfList(
  'not never no longer also now currently still really very always usually often mostly mainly just does do did has had been would can could will always only',
);

/** How "The user …" goes on, by the field that it is of; the longest phrase counts. A condition on the rest stands behind a colon. */
const verbPhrases = `
name = is named | is known as | goes by | wants to be named | prefers to be named | would like to be named | likes to be named | go by
language = speaks | speak | speaks to: language | is fluent in | is learning: language | learns: language | studies: language | is studying: language | reads: language | understands: language | writes: language | writes in: language | prefers to write in: language | is a native speaker of | wants the assistant: language answer | wants: language answer | expects: language answer | prefers: language answer | writes to | is bilingual
places = lives | lived | live | is living | moved to | moved back to | moved from | is moving to | is moving back to | moves to | moves back to | grew up | was born in | is born in | comes from | came from | come from | is from | is originally from | is based in | resides | is staying in | owns: home | own: home | rents: home | bought: home | is at home in | spends: home | relocated to | relocated from | emigrated to | emigrated from
people = is married | is engaged | is divorced | is single | is widowed | is separated | is dating | got married | got engaged | married | lives with | lived with | is living with | has: being | have: being | adopted: being | is the father of | is the mother of | is a father | is a mother | is a parent
work = works | work | worked | is working | studies | study | studied | is studying | teaches | teach | taught | leads | manages | runs a | runs an | runs the | run a | started at | starts at | joined | graduated | is retired | retired | is employed | is unemployed | is self employed | is a: occupation | is an: occupation | is the: occupation | founded | owns: business | maintains | is responsible for | is in charge of | quit | got a job | has a job | is doing an internship | is doing a phd | is training to be | is becoming a | trained as
preferences = likes | like | loves | love | hates | hate | dislikes | dislike | enjoys | enjoy | prefers | prefer | adores | detests | stand | eats | eat | drinks | drink | avoids | is vegetarian | is vegan | is a vegetarian | is a vegan | is pescatarian | is allergic | is intolerant | is a fan of | is fond of | is interested in | is keen on | is into | is teetotal | plays | play | rather | would rather | collects | smokes | is a big fan of | follows: sport | is obsessed with | is a lover of
instructions = wants the assistant | lets the assistant | wants: answer | want: answer | expects: answer | expect: answer | prefers: answer | asks: answer | asked: answer | asks that | asks for: answer | requests | insists | needs: answer | likes: reply | would like: answer | wants to be: asked | wants no: answer | expects to be
`;

/** What "The user's …" names, by the field that it is of. Of several the first in the statement counts. */
const nouns = `
name = name | surname | nickname | forename
language = mother tongue | native language | first language | second language | native tongue | spoken language | language of conversation
places = address | home | hometown | flat | apartment | house | town | city | village | country | nationality | residence | birthplace | place | room | neighbourhood | district
work = job | company | employer | profession | occupation | career | business | workplace | role | studies | degree | major | university | thesis | work | startup | shift | team at | field
preferences = favourite | favourites | hobby | hobbies | preference | preferences | interest | interests | diet | sport | taste | allergy | allergies | passion | pastime
instructions = instruction | instructions | rule | wish for answers
`;

/** How a text that speaks to the assistant begins. */
export const orders: readonly (readonly string[])[] = phrasesOf(
  'always | never | do not | please | make sure | remember to | the assistant should | the assistant must | the assistant is to | the agent should | answer | answers should | answers must | replies should | avoid | keep | prefer | you should | you must | use',
);

/** Nouns of people and animals. */
export const beings: Pick<ReadonlySet<string>, 'has'> = { has: (word: string): boolean => being.test(word) };

const being = new RegExp(`^(?:${ownWords})$`);

/** What a condition behind a phrase looks for in the rest. */
export const conditions: Readonly<Record<string, Pick<ReadonlySet<string>, 'has'>>> = {
  being: beings,
  language: wordsOfList(`
english german french spanish portuguese italian dutch polish russian ukrainian czech slovak hungarian romanian bulgarian greek turkish arabic hebrew
persian farsi hindi urdu bengali tamil telugu punjabi chinese mandarin cantonese japanese korean vietnamese thai indonesian malay swahili yoruba igbo
hausa amharic zulu afrikaans swedish norwegian danish finnish icelandic estonian latvian lithuanian catalan basque galician irish gaelic welsh serbian
croatian bosnian slovenian albanian armenian georgian latin esperanto luxembourgish maltese tagalog nepali`),
  answer: wordsOfList(`
answer answers reply replies response responses explanation explanations example examples code bullet bullets unit units format emoji emojis tone
apology apologies source sources citation citations summary summaries sentence sentences abbreviation abbreviations markdown table tables comment comments
formally informally addressed asked reminded warned told dates prices formatted language message messages`),
  reply: wordsOfList('answer answers reply replies response responses explanation explanations'),
  asked: wordsOfList('addressed asked reminded warned told informed consulted'),
  home: wordsOfList('house flat apartment room cabin cottage villa studio home farm bungalow loft'),
  business: wordsOfList('bakery shop company business restaurant cafe farm studio agency firm store bar practice startup hotel'),
  sport: wordsOfList('football soccer tennis cycling formula basketball rugby cricket team club'),
};

/** Of words that say what somebody is, the ends by which most occupations are known. */
export const occupationEnds = [
  'ist',
  'ician',
  'arian',
  'eer',
  'tor',
  'ser',
  'ner',
  'ter',
  'cher',
  'ver',
  'wright',
  'man',
  'woman',
  'rapher',
  'iller',
];
/** Words with such an end that are none. */
export const noOccupations: ReadonlySet<string> = wordsOfList(
  'vegetarian beginner winner sister daughter lover owner visitor tourist',
);

/** A phrase, the field it is of, and what must stand behind it. */
export interface FieldPhrase {
  readonly field: string;
  readonly words: readonly string[];
  readonly needs: readonly string[];
}

/** The longest first; of equal length that with the most conditions. */
export const fieldVerbs: readonly FieldPhrase[] = tableOf(verbPhrases).toSorted(
  (one, other) => other.words.length - one.words.length || other.needs.length - one.needs.length,
);

/** The longest first. */
export const fieldNouns: readonly FieldPhrase[] = tableOf(nouns).toSorted((one, other) => other.words.length - one.words.length);

function wordsOfList(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

function tableOf(table: string): readonly FieldPhrase[] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [field = '', list = ''] = line.split(' = ');
      return list.split(' | ').map((entry) => {
        const [phrase = '', needs = ''] = entry.split(':');
        return { field, words: plainWords(phrase), needs: needs.trim().split(' ').filter(Boolean) };
      });
    });
}

function phrasesOf(list: string): readonly (readonly string[])[] {
  return list.split(' | ').map(plainWords);
}
