import type { Fact, ResponseOf } from '@agent-mem/contract';

/** Recalled facts of which the history is read, best first. */
const mostChanged = 20;

type History = ResponseOf<'facts', 'history'>;

/**
 * What facts said before a caller gave them another text, as facts that they replaced. Only facts that were written more than once have a
 * history that is worth a question.
 */
export async function earlierStates(
  facts: readonly Fact[],
  historyOf: (factId: string) => Promise<History>,
): Promise<readonly Fact[]> {
  const changed = facts.filter(({ version }) => version > 1).slice(0, mostChanged);
  const states = await Promise.all(changed.map(async (fact) => statesBefore(fact, await historyOf(fact.id))));
  return states.flat();
}

/** A state ends when the next one begins. */
function statesBefore({ id, content }: Fact, { versions }: History): readonly Fact[] {
  const own = versions.filter(({ fact }) => fact?.id === id);
  return own.flatMap(({ fact }, index) => {
    if (!fact || fact.content === content) return [];
    return [{ ...fact, replaced_by: id, valid_to: own[index + 1]?.changed_at ?? fact.valid_to }];
  });
}
