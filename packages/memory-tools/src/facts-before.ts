import type { Fact, ResponseOf } from '@agent-mem/contract';
import { believedBefore } from '@agent-mem/recall/believed';
import { asksOfPast } from '@agent-mem/recall/ranking';

type History = ResponseOf<'facts', 'history'>;

/** Facts whose history is read, best first. */
const mostRead = 5;

/**
 * What was believed before these facts took its place, where the query asks for what was; each says until when, and is worth as much as the fact that
 * stands now. What somebody deleted is none of it, nor what only said the same in other words.
 */
export async function factsBefore<Found extends Pick<Fact, 'id' | 'score' | 'visibility'>>(
  query: string,
  facts: readonly Found[],
  historyOf: (factId: string) => Promise<History>,
): Promise<readonly Fact[]> {
  if (!asksOfPast(query)) return [];
  const read = facts.slice(0, mostRead);
  const before = await Promise.all(read.map(async (fact) => replacedBy(fact, await historyOf(fact.id))));
  const present = new Set(facts.map(({ id }) => id));
  return [...new Map(before.flat().map((fact) => [fact.id, fact])).values()].filter(({ id }) => !present.has(id));
}

/** The history of a fact is that of what it took the place of, too. */
function replacedBy(fact: Pick<Fact, 'score' | 'visibility'>, { versions }: History): readonly Fact[] {
  const last = new Map(versions.flatMap(({ fact: state }) => (state ? [[state.id, state] as const] : [])));
  return believedBefore(fact, [...last.values()]).map(({ fact: before, until }) => ({
    ...before,
    score: fact.score,
    content: `Believed until ${until}: ${before.content}`,
  }));
}
