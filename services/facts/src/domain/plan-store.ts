import { newId } from '@agent-mem/contract';
import { claimGuard, guardHolder } from '@agent-mem/service-kit';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';
import { factGuardId } from './fact-guard.ts';
import { type FactDraft, factNode } from './fact-node.ts';

/** What storing some facts comes to, given the guards as they were read. */
export interface StorePlan {
  /** Facts and guards to write; none if all of it is held already. */
  readonly nodes: readonly NodeWrite[];
  /** What was read and must not change meanwhile. */
  readonly expect: readonly { readonly id: string; readonly version: number }[];
  /** One for each draft, in order. */
  readonly stored: readonly { readonly id: string; readonly created: boolean }[];
}

/** The guards that say whether a draft is held already: its own, and the scope's, since what the scope sees every conversation sees. */
export function guardIdsFor(draft: FactDraft): readonly string[] {
  const own = factGuardId(draft);
  const scopeWide = factGuardId({ ...draft, visibility: 'scope' });
  return own === scopeWide ? [own] : [own, scopeWide];
}

/** Plans facts to be stored together. A text that is held already, or comes twice, takes the id it has. `now`: milliseconds since 1970. */
export function planStore(drafts: readonly FactDraft[], guards: readonly GraphNode[], now: number): StorePlan {
  const seen = new Map(guards.map((guard) => [guard.id, guard]));
  const holders = new Map(guards.map((guard) => [guard.id, guardHolder(guard)]));
  const at = new Date(now).toISOString();
  const nodes: NodeWrite[] = [];
  const expect = new Map<string, number>();
  const stored = drafts.map((draft) => {
    const [own, ...wider] = guardIdsFor(draft) as [string, ...string[]];
    const held = [own, ...wider].map((id) => holders.get(id)).find((id) => typeof id === 'string');
    if (held) return { id: held, created: false };
    const id = newId('fact', now);
    nodes.push(factNode(id, draft, at), claimGuard(own, seen.get(own), id, at));
    for (const guard of wider) expect.set(guard, seen.get(guard)?.version ?? 0);
    holders.set(own, id);
    return { id, created: true };
  });
  for (const node of nodes) expect.delete(node.id);
  return { nodes, expect: [...expect].map(([id, version]) => ({ id, version })), stored };
}
