import type { Message } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { findPersonal } from '@agent-mem/policy/detectors';
import { analyseQuestion, questionVerbs, questionWords } from '@agent-mem/recall/ranking';
import { clipped, enoughShared, sharedWords } from './shared-words.ts';

/** Longer than this a message is quoted by the sentence that is nearest. */
const mostCharacters = 200;
const asking = new RegExp(
  `\\?|^(?:(?:and|so|but|ok|hey|hi|please|actually)[,\\s]+)*(?:${questionWords}|whats|${questionVerbs}|tell me|forget)\\b`,
  'i',
);
/** The same in German, French, Spanish and Portuguese. */
const askingOtherwise =
  /^(?:(?:und|et|y|e|sag mal|dis|oye)[,\s]+)?(?:(?:in|an|à|dans|de|en|em|a) )?(?:wo|wer|wann|welche[rsmn]?|wie (?:heißt|alt|vie?le?)|où|quand est|quel(?:le)?s?|combien|comment (?:s'appelle|est)|(?:il|elle)s? (?:est|sont) où|c'est (?:quoi|quand|où|qui)|dónde|quién|cuál|cuánt[oa]s?|cómo se llama|qué|onde|quem|qual|quais|quant[oa]s?|como se chama|vergiss|oublie|olvida|esquece)(?!\p{L})/iu;

/**
 * Those of these messages that share the most words with what is asked for, half of them at least, newest first. What asks something itself is none of
 * them, nor what is not learned unless its writer asks for it, such as of health.
 */
export function nearestSaid(asked: string, messages: readonly Message[]): readonly Message[] {
  const words = sharedWords(asked);
  const { names } = analyseQuestion(asked);
  const countShared = ({ content }: Message) => {
    const shared = words.sharedBy(content);
    // What is said of others is far from somebody who is asked for by name.
    const isOfOthers = names.size > 0 && !shared.some((word) => names.has(word));
    return isOfOthers ? 0 : shared.length;
  };
  const counted = messages
    .filter(({ role, content }) => role === 'user' && !asksIn(content) && findPersonal(content).length === 0)
    .map((message) => ({ message, count: countShared(message) }));
  const most = Math.max(1, words.all.length * enoughShared, ...counted.map(({ count }) => count));
  return counted
    .filter(({ count }) => count === most)
    .map(({ message }) => message)
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
}

function asksIn(content: string): boolean {
  const said = content.trim();
  return asking.test(said) || askingOtherwise.test(said);
}

/** A message as it is quoted to who asks for it: short, on one line. */
export function quoteFor(asked: string, { content }: Pick<Message, 'content'>): string {
  const line = lineOf(content);
  return line.length <= mostCharacters ? line : clipped(sentenceFor(asked, { content }), mostCharacters);
}

/** The sentence of a message that is nearest to what is asked for, whole and on one line. */
export function sentenceFor(asked: string, { content }: Pick<Message, 'content'>): string {
  const words = sharedWords(asked);
  const counted = sentencesOf(lineOf(content)).map((sentence) => ({ sentence, count: words.sharedBy(sentence).length }));
  const best = Math.max(...counted.map(({ count }) => count));
  return counted.find(({ count }) => count === best)?.sentence ?? '';
}

function lineOf(content: string): string {
  return content.replace(/\s+/g, ' ').trim();
}
