import { anyOf } from '../../statements/word-table.ts';

const ofTexts = anyOf('translate | rewrite | rephrase | paraphrase | proofread | summari[sz]e | spell | repeat');
const ofStories = anyOf('say | pretend | imagine | act as | role-?play');
const mended = anyOf('correct | edit | fix | complete');
const texts = anyOf(`
  texts? | sentences? | grammar | spelling | essay | letter | e-?mail | message | paragraph | poem | story | cv | resume | punctuation | typos? | translation
  lines? | following | english | answer | dialogue | tense
`);

/** A request for work on a text that is there, or for a part to play: what follows is the text, whatever it says of "me". "Fix the healthcheck" is about something else. */
export const textWork = new RegExp(
  String.raw`^(?:please |can you |could you )*(?:${ofTexts}|${ofStories}|${mended}(?! (?:the|our) (?!(?:[\p{L}-]+ ){0,2}?${texts}\b)\p{L}))(?![\p{L}-])`,
  'iu',
);
