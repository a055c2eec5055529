import { BoundedMap, isWithin, type Scope, scopeKey } from '@agent-mem/contract';
import { uniqueKeyHolder } from '@agent-mem/retention';
import { createKeyChain, type KeyChain } from '@agent-mem/runtime';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { textUniqueKeyIds } from '../domain/unique-keys/fact-unique-key.ts';
import { RetiredTable, type SaidBefore } from './retired-table.ts';

/** Scopes whose retired facts are known at once. */
const mostScopes = 50;
/** How long a table is used, in milliseconds: an import may bring facts that were retired long ago. */
const mostAgeMs = 10 * 60_000;

/** The retired facts of scopes that this process has read lately. */
export interface RetiredTables {
  /** By scope, the least recently used first. */
  readonly tables: BoundedMap<string, { readonly table: RetiredTable; readonly since: number }>;
  /** One reads a scope's at a time, and who comes later finds it read. */
  readonly turns: KeyChain;
}

/** None read yet. */
export function createRetiredTables(): RetiredTables {
  return { tables: new BoundedMap(mostScopes), turns: createKeyChain() };
}

type Context = HandlerContext<Config, RetiredTables>;

/**
 * The facts of the scope that were retired and that these texts state, or that were learned from these invocations and messages; the newest first.
 * What was retired and is believed again is none of them.
 */
export async function retiredFactsIn(context: Context, said: SaidBefore): Promise<readonly GraphNode[]> {
  const { graph, scope } = context;
  const table = await readTable(context, scope);
  const nodes = await graph.get(scope, await table.idsIn(said));
  const retired = await notBelievedAgain(graph, scope, nodes);
  return retired.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Those of retired facts whose text no other fact has that is believed. */
async function notBelievedAgain(
  graph: Context['graph'],
  scope: Scope,
  retired: readonly GraphNode[],
): Promise<readonly GraphNode[]> {
  const keysOf = new Map(retired.map((node) => [node, textUniqueKeyIds(readFact(node))]));
  const keys = await graph.get(scope, [...keysOf.values()].flat());
  const holderOf = new Map(keys.map((key) => [key.id, uniqueKeyHolder(key)]));
  const holders = [...holderOf.values()].filter((id) => id !== null);
  const believed = new Set((await graph.get(scope, holders)).filter(({ status }) => status === 'ACTIVE').map(({ id }) => id));
  return retired.filter((node) => !keysOf.get(node)?.some((key) => believed.has(holderOf.get(key) ?? '')));
}

async function readTable({ clock, graph, state: { tables, turns } }: Context, scope: Scope): Promise<RetiredTable> {
  const key = scopeKey(scope);
  return await turns.run(key, async () => {
    const now = clock.now();
    const latest = tables.get(key);
    const entry = latest && isWithin(mostAgeMs, latest.since, now) ? latest : { table: new RetiredTable(scope), since: now };
    tables.delete(key);
    tables.set(key, entry);
    await entry.table.readOn(graph, now);
    return entry.table;
  });
}
