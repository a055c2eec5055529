import type { Message } from '@agent-mem/contract';
import { sentencesOf } from '@agent-mem/llm';
import { findPersonal } from '@agent-mem/policy/detectors';
import { analyse, analyseQuestion, queryTerms } from '@agent-mem/recall/ranking';

/** Of the words of a question what was said has to share so many. */
const enough = 0.5;
/** Longer than this a message is quoted by the sentence that is nearest. */
const mostCharacters = 200;
const asking =
  /\?|^(?:(?:and|so|but|ok|hey|hi|please|actually)[,\s]+)*(?:who|whom|whose|what|whats|which|where|when|why|how|do|does|did|is|are|am|was|were|can|could|will|would|tell me|forget)\b/i;
const terms = (text: string) => analyse(text).terms;

/**
 * Those of these messages that share the most words with what is asked for, half of them at least, newest first. What asks something itself is none of
 * them, nor what is not learned unless its writer asks for it, such as of health.
 */
export function nearestSaid(asked: string, messages: readonly Message[]): readonly Message[] {
  const words = queryTerms(asked);
  const { names } = analyseQuestion(asked);
  const shared = ({ content }: Message) => {
    const known = terms(content);
    // What is said of others is far from somebody who is asked for by name.
    if (names.size > 0 && !names.values().some((name) => name in known)) return 0;
    return words.filter((term) => term in known).length;
  };
  const counted = messages
    .filter(({ role, content }) => role === 'user' && !asking.test(content.trim()) && findPersonal(content).length === 0)
    .map((message) => ({ message, count: shared(message) }));
  const most = Math.max(1, words.length * enough, ...counted.map(({ count }) => count));
  return counted
    .filter(({ count }) => count === most)
    .map(({ message }) => message)
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
}

/** A message as it is quoted to who asks for it: short, on one line. */
export function quoteFor(asked: string, { content }: Pick<Message, 'content'>): string {
  const line = content.replace(/\s+/g, ' ').trim();
  if (line.length <= mostCharacters) return line;
  const words = queryTerms(asked);
  const counted = sentencesOf(line).map((sentence) => {
    const known = terms(sentence);
    return { sentence, count: words.filter((term) => term in known).length };
  });
  const best = Math.max(...counted.map(({ count }) => count));
  const { sentence = '' } = counted.find(({ count }) => count === best) ?? {};
  return sentence.length <= mostCharacters
    ? sentence
    : `${sentence.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
