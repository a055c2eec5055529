import { backlogOf, type EventContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { readFact } from '../domain/fact/fact-node.ts';
import type { MadeFact } from '../domain/reconciliation/plan-rereading.ts';

/** What waits in a conversation that is looked at, the newest. */
const mostWaiting = 100;

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

/** Whether rules have made these facts of something that a model is still to read: then a model compares what it says itself, and not these. */
export async function areMadeForNow(
  facts: readonly GraphNode[],
  { graph, scope }: { readonly graph: Pick<EventContext<unknown>['graph'], 'find'> } & Pick<EventContext<unknown>, 'scope'>,
): Promise<boolean> {
  const conversationId = facts[0]?.conversationId;
  if (!conversationId) return false;
  const query = { kinds: ['FactBacklog'], conversationId, order: 'createdAt', descending: true, limit: mostWaiting } as const;
  const { items } = await graph.find(scope, query);
  const made = new Set(items.flatMap((row) => backlogOf(row).made));
  return facts.every(({ id }) => made.has(id));
}
