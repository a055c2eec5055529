import { sentencesOf } from '@agent-mem/llm';
import { questionWords } from '@agent-mem/recall/ranking';
import { wordsOf } from '../languages/languages.ts';

/** Longer questions may tell something on the way. */
const longestQuestion = 200;

/** Greetings, thanks, assent and goodbyes. */
const polite = `hi|hello|hey|good (?:morning|afternoon|evening|night)|thanks|thank you|thx|ty|cheers|many|thanks|so much|very much|a lot|again|ok|okay|k|yes|yeah|yep|no|nope|sure|right|exactly|great|good|nice|cool|perfect|awesome|excellent|wonderful|got it|i see|understood|makes sense|sounds good|well done|please|go on|continue|bye|goodbye|see you|later|lol|haha|ciao|grazie|${wordsOf('courtesies')}`;
const between = '[\\s,.!?;:…-]';
/** They alone, or one behind the other. */
const courtesy = new RegExp(`^(?:${polite})(?:${between}+(?:${polite}))*${between}*$`, 'iu');

const asking = new RegExp(
  `^(?:(?:and|so|but|ok|okay|${wordsOf('and')})[,\\s]+)?(?:${questionWords}|is|are|was|were|does|did|do|${wordsOf('questionWords')})(?![\\p{L}\\p{N}])`,
  'iu',
);
/** "How do I …" says "I" of nobody. */
const impersonal = /\bhow (?:do|can|could|should|would) i\b/giu;
const firstPerson = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours|${wordsOf('firstPerson')})(?![\\p{L}\\p{N}])|(?<!\\p{L})[jm]['’]`,
  'iu',
);
/** What is to be remembered may be asked for, and something may be said on the way: "Did you know Anne moved to Porto?" */
const telling = /[,;:–—]|\b(?:know|remember|remind|note|since|because|now that)\b/iu;

/**
 * Whether a message says nothing that could be learned of its user: it greets, thanks or agrees, or asks about the world alone. So a model need not
 * be asked. In doubt it does say something.
 */
export function hasNothingToLearn(message: string): boolean {
  const said = message.replace(/```[\s\S]*?(?:```|$)/g, ' ').trim();
  return sentencesOf(said).every((sentence) => courtesy.test(sentence) || isBareQuestion(sentence));
}

function isBareQuestion(sentence: string): boolean {
  const asked = sentence.trim().replace(impersonal, ' ');
  if (!/\?["')\]\s]*$/.test(asked) || asked.length > longestQuestion) return false;
  return asking.test(sentence.trim()) && !firstPerson.test(asked) && !telling.test(asked.replace(/^\p{L}+,/u, ''));
}
