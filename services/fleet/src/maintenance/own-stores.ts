import {
  checkStores,
  type Documented,
  exportScope,
  type Imported,
  importScope,
  type Logger,
  type Ports,
  purge,
  reindex,
  verifyArchive,
} from '@agent-mem/service-kit';
import { copyPieces, type EmbeddedCopy } from './copy-pieces.ts';
import type { Maintenance, PurgeWish, ScopeWish } from './maintenance.ts';
import { spooled } from './spooled-lines.ts';

/** Stores that this process has open. */
export interface OwnStores {
  readonly ports: Ports;
  readonly services: readonly Documented[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly embedded: EmbeddedCopy;
}

/** Maintenance of stores that this process has open. */
export function maintenanceOf(own: OwnStores): Maintenance {
  const { ports, services, log, signal } = own;
  return {
    check: ({ scope }) => checkStores({ services, ports, scope }),
    reindex: ({ scope, fromScratch }) => reindex({ services, ports, log, signal, scope, fromScratch }),
    export: ({ scope }) => exportScope(scope, ports),
    import: (wish, lines) => importLines(own, wish, lines),
    purge: (wish) => purgeIn(own, wish),
    backup: () => copyPieces(own.embedded),
  };
}

/** As the graph service does by its operation, whose request this stands for. */
async function* purgeIn({ ports }: OwnStores, wish: PurgeWish): AsyncIterable<object> {
  const { scope, allCollections = false, conversationId = null, id = null } = wish;
  const everything = conversationId === null && id === null;
  const { workspace, user, collection } = scope;
  const request = {
    workspace,
    user,
    collection,
    id,
    conversation_id: conversationId,
    everything,
    all_collections: allCollections,
  };
  const { certificate } = await purge(
    { name: 'graph', kinds: null },
    request,
    { scope, idempotencyKey: null, sentAt: null },
    ports,
  );
  if (certificate) yield certificate;
}

async function* importLines(
  { ports, services, log, signal }: OwnStores,
  wish: ScopeWish,
  lines: AsyncIterable<string>,
): AsyncIterable<Imported> {
  // Read to its end before anything of it is written: what is cut off or changed must leave no trace.
  await using kept = await spooled(lines);
  const { scope: own } = await verifyArchive(kept.lines());
  const imported = await importScope(wish.scope ?? own, kept.lines, ports);
  for await (const _ of reindex({ services, ports, log, signal, scope: imported.scope }));
  yield imported;
}
