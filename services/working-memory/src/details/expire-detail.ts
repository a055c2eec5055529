import { expireNodes } from '@agent-mem/retention';
import type { EventContext } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { tendArticle } from '../consolidation/rewrite-article.ts';
import { detailLifetime } from '../domain/detail/detail-lifetime.ts';
import { readDetail } from '../domain/detail/detail-node.ts';
import { asOnlyWriter } from './only-writer.ts';

/** Looks after a detail that falls due: an article is made anew where it must be, anything else has had its days. */
export function tendDueDetail(due: WaitingNode, context: EventContext<Config>): Promise<void> {
  const isArticle = readDetail(due.node).rests_on.length > 0;
  return isArticle ? tendArticle(due, context) : expireDetail(due, context);
}

/** Its content goes first: what breaks off in between is due still, and a record says of no content that it has gone while it is there. */
async function expireDetail({ scope, node }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { config, details, graph } = context;
  if (config.DETAIL_TTL_DAYS === 0) {
    const { version, ...seen } = node;
    await graph.commit(scope, { nodes: [{ ...seen, dueAt: null, expectedVersion: version }] });
    return;
  }
  const key = readDetail(node).memory_key;
  await asOnlyWriter(key, node.id, context, async () => {
    await details.delete(scope, key);
    await expireNodes(detailLifetime, scope, [node], context);
  });
}
