import type { TemplateVariables } from '@agent-mem/llm';
import { extractFacts } from './extract-facts.ts';

const most = 10;

/** What each message says of its writer, by the number of the message: at most ten in all, the latest, each once. */
export function conversationFacts({ messages, known }: TemplateVariables['conversation-facts']) {
  const numbers = new Map<string, number>();
  for (const { number, content } of messages) for (const fact of extractFacts({ message: content })) numbers.set(fact, number);
  for (const fact of known) numbers.delete(fact);
  return [...numbers].map(([fact, number]) => ({ message: number, fact })).slice(-most);
}
