import { startFleet, type TestFleet } from '@agent-mem/testing';
import type { LabelledPair, LabelledSentence } from './load.ts';
import type { ScoredPair, ScoredSentence } from './score.ts';

/** Stores each sentence as a fact in a scope of its own, and reads which entities it came to mention. */
export async function findNames(sentences: readonly LabelledSentence[]): Promise<readonly ScoredSentence[]> {
  await using fleet = await startFleet({ services: ['facts', 'graph'], environment: { ENABLE_ENTITIES: 'true' } });
  const scored: ScoredSentence[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const [entities = []] = await mentionedBy(fleet, `sentence-${index}`, [sentence.text]);
    scored.push({ ...sentence, found: entities.map(({ name }) => name) });
  }
  return scored;
}

/** Stores the sentences of each pair in a scope of their own, and reads whether both mention one entity. */
export async function joinPairs(pairs: readonly LabelledPair[]): Promise<readonly ScoredPair[]> {
  await using fleet = await startFleet({ services: ['facts', 'graph'], environment: { ENABLE_ENTITIES: 'true' } });
  const scored: ScoredPair[] = [];
  for (const [index, pair] of pairs.entries()) {
    const [one = [], other = []] = await mentionedBy(fleet, `pair-${index}`, [pair.one, pair.other]);
    scored.push({ ...pair, found: one.some(({ id }) => other.some((each) => each.id === id)) });
  }
  return scored;
}

interface Mentioned {
  readonly id: string;
  readonly name: string;
}

async function mentionedBy(fleet: TestFleet, user: string, texts: readonly string[]): Promise<readonly (readonly Mentioned[])[]> {
  const { call } = fleet.caller;
  const scope = { workspace: 'bench', user, collection: 'entities' };
  const ids: string[] = [];
  for (const content of texts) ids.push((await call('facts', 'store', { ...scope, content })).fact_id);
  await fleet.settled();
  const asked = ids.map(async (id) => {
    const { neighbours } = await call('graph', 'neighbours', { ...scope, id, kinds: ['mentions'], direction: 'out' });
    return neighbours.flatMap(({ node }) => (node?.kind === 'Entity' ? [{ id: node.id, name: node.content }] : []));
  });
  return await Promise.all(asked);
}
