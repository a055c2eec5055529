import { sentencesOf } from '@agent-mem/llm';
import { cutText } from '../cut-text.ts';
import type { Insights } from './insight-form.ts';

/** A message as it is read for insights. */
export interface ReadMessage {
  readonly role: string;
  readonly content: string;
}

const mostOfAList = 10;
const mostBytes = 400;
const mostTopicBytes = 160;
/** A topic is looked for in the first messages of the user: what they came for. */
const openingMessages = 5;

const finding =
  /\b(?:found|finding|identified|discovered|learned that|turns? out|turned out|root cause|caused by|the (?:problem|issue|bug|reason|cause|answer|result|solution|culprit) (?:is|was)|fixed|resolved|solved|confirmed|measured|decided|agreed|chose|works? (?:now|again))\b/i;
const action =
  /\b(?:to-?do|action item|next steps?|needs? to|have to|has to|must|should|let's|let us|(?:I|we|you|they|he|she|it)(?:'ll| will)|going to|remember to|don't forget|please \w+|follow up|remains? to)\b|^\[ \]/i;

/**
 * What rules can say of a conversation: its topic is the sentence of its opening that shares most with the rest; findings and actions are the
 * sentences with words that stand for such. Of other names they know nothing, and leave them out.
 */
export function insightsByRules(items: readonly string[], messages: readonly ReadMessage[]): Insights {
  const said = messages.flatMap(({ role, content }) => linesOf(content).map((text) => ({ role, text })));
  const known: Readonly<Record<string, () => unknown>> = {
    main_topic: () => topicOf(messages),
    key_findings: () => listOf(said.filter(({ text }) => finding.test(text))),
    action_items: () => listOf(said.filter(({ text }) => action.test(text) && !finding.test(text))),
  };
  return Object.fromEntries(items.flatMap((item) => (Object.hasOwn(known, item) ? [[item, known[item]?.()]] : [])));
}

/** The newest ones, in the order in which they were said, each once. */
function listOf(sentences: readonly { readonly text: string }[]): readonly string[] {
  const statements = sentences.map(({ text }) => text).filter((text) => !text.endsWith('?'));
  return [...new Set(statements)].slice(-mostOfAList).map((text) => cutText(text, mostBytes));
}

function topicOf(messages: readonly ReadMessage[]): string {
  const counts = new Map<string, number>();
  for (const { content } of messages) for (const word of new Set(wordsOf(content))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const asked = messages.filter(({ role }) => role === 'user').slice(0, openingMessages);
  const sentences = (asked.length > 0 ? asked : messages.slice(0, 1)).flatMap(({ content }) => linesOf(content));
  let best = { text: '', score: -1 };
  for (const text of sentences) {
    const shared = [...new Set(wordsOf(text))].reduce((sum, word) => sum + ((counts.get(word) ?? 1) - 1), 0);
    if (shared > best.score) best = { text, score: shared };
  }
  return cutText(best.text, mostTopicBytes);
}

/** The sentences of each line, without what makes it an element of a list. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)]|#+)\s+/, ''));
  return lines.flatMap(sentencesOf);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Words that say something: short ones seldom do. */
function wordsOf(text: string): readonly string[] {
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike && segment.length > 3 ? [segment] : [],
  );
}
