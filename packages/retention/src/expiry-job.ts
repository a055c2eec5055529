import { scopeKey } from '@agent-mem/contract';
import type { ClaimNodes, PeriodicJob } from '@agent-mem/runtime';
import type { WaitingNode } from '@agent-mem/storage';
import { type ExpiryContext, expireNodes } from './expire-nodes.ts';
import { daysOf, type WithLifetimes } from './lifetime.ts';

/** What the expiry job has. */
interface ExpiryJobContext extends ExpiryContext {
  readonly claimNodes: ClaimNodes;
  readonly signal: AbortSignal;
}

const atOnce = 200;
const everyMs = 60_000;

/** Expires the nodes that are due. `null` where the service has no lifetimes. */
export function expiryJob(service: WithLifetimes): PeriodicJob<ExpiryJobContext> | null {
  if (!service.lifetimes) return null;
  return {
    name: 'expire',
    everyMs,
    async run(context) {
      const kinds = [...daysOf(service, context.config).keys()].filter((kind) => !service.due?.[kind]);
      for (let tried = 0; kinds.length > 0 && !context.signal.aborted; ) {
        const now = new Date(context.clock.now()).toISOString();
        using due = await context.claimNodes('due', { kinds, until: now, limit: tried + atOnce });
        // What somebody is changing at this moment is due still, and comes first.
        const untried = due.items.slice(tried);
        if (untried.length === 0) return;
        for (const [scope, nodes] of byScope(untried)) {
          const expired = new Set(await expireNodes(service, scope, nodes, context));
          tried += nodes.filter(({ id }) => !expired.has(id)).length;
        }
      }
    },
  };
}

function byScope(due: readonly WaitingNode[]) {
  return [...Map.groupBy(due, ({ scope }) => scopeKey(scope)).values()].map((own) => {
    const [{ scope }] = own as [(typeof own)[number]];
    return [scope, own.map(({ node }) => node)] as const;
  });
}
