import type { EventContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { readFact } from '../domain/fact/fact-node.ts';
import type { MadeFact } from '../domain/reconciliation/plan-rereading.ts';

/** The facts that rules made, as they are now, each with what the rules said. One that was erased is left out. */
export async function madeFacts(
  ids: readonly string[],
  { graph, scope }: Pick<EventContext<unknown>, 'graph' | 'scope'>,
): Promise<readonly MadeFact[]> {
  const nodes = ids.length === 0 ? [] : await graph.get(scope, ids);
  const facts = nodes.filter(({ kind }) => kind === 'Fact');
  return Promise.all(facts.map(async (node) => ({ node, said: await firstContent(node) })));

  async function firstContent(node: GraphNode): Promise<string> {
    const [first] = node.version === 1 ? [] : await graph.history(scope, node.id);
    return readFact(first?.node ?? node).content;
  }
}
