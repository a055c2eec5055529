import type { Fact, Message, ResponseOf } from '@agent-mem/contract';
import type { Run } from '../run.ts';
import { askService } from './ask-service.ts';
import { sharedWords } from './shared-words.ts';

/**
 * The ids of the facts that were learned from those words of a message that share the most with what is asked for. Of several facts, those that share
 * the most themselves.
 */
export async function learnedFrom(message: Message, about: string, run: Run): Promise<readonly string[]> {
  const { sharedBy } = sharedWords(about);
  const facts = (await factsOf(message.conversation_id, run)).filter(({ evidence }) => evidence?.message_id === message.id);
  const counted = facts.map(({ id, content, evidence }) => ({
    id,
    count: sharedBy(content).length,
    quoted: sharedBy(evidence?.quote || content).length,
  }));
  const mostQuoted = Math.max(1, ...counted.map(({ quoted }) => quoted));
  const meant = counted.filter(({ quoted }) => quoted === mostQuoted);
  const most = Math.max(...meant.map(({ count }) => count));
  return meant.filter(({ count }) => count === most).map((fact) => fact.id);
}

/** Facts of one page. */
const pageSize = 1_000;

type Page = ResponseOf<'facts', 'list'>;

/** The believed facts that were learned in a conversation. */
async function factsOf(conversation_id: string, run: Run): Promise<readonly Fact[]> {
  const { scope, context } = run;
  const facts: Fact[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await askService(run, (options) =>
      context.caller.call('facts', 'list', { ...scope, conversation_id, limit: pageSize, cursor }, options),
    );
    facts.push(...page.facts);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return facts;
}
