import type { Fact, Message, ResponseOf } from '@agent-mem/contract';
import type { Run } from '../run.ts';
import { askService } from './ask-service.ts';
import { sharedWords } from './shared-words.ts';

/** For each message the ids of the facts that were learned from what of it is asked for. */
export async function learnedFrom(
  messages: readonly Message[],
  about: string,
  run: Run,
): Promise<readonly (readonly string[])[]> {
  const conversations = [...new Set(messages.map((message) => message.conversation_id))];
  const facts = (await Promise.all(conversations.map((id) => factsOf(id, run)))).flat();
  return messages.map(({ id }) =>
    nearest(
      about,
      facts.filter(({ evidence }) => evidence?.message_id === id),
    ),
  );
}

/** The ids of the facts whose quoted words share the most with what is asked for; of several, those that share the most themselves. */
function nearest(about: string, facts: readonly Fact[]): readonly string[] {
  const { sharedBy } = sharedWords(about);
  const counted = facts.map(({ id, content, evidence }) => ({
    id,
    count: sharedBy(content).length,
    quoted: sharedBy(evidence?.quote || content).length,
  }));
  const mostQuoted = Math.max(1, ...counted.map(({ quoted }) => quoted));
  const meant = counted.filter(({ quoted }) => quoted === mostQuoted);
  const most = Math.max(...meant.map(({ count }) => count));
  return meant.filter(({ count }) => count === most).map(({ id }) => id);
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
