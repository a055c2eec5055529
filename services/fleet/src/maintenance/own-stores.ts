import { DamagedData, type Scope, scopeKey } from '@agent-mem/contract';
import { checkStores, countNodes, type Disagreement, reindex } from '@agent-mem/maintenance';
import { allScopes } from '@agent-mem/policy';
import type { Documented } from '@agent-mem/recall';
import { exportScope, type Imported, importScope, purge, verifyArchive } from '@agent-mem/retention';
import type { Logger, ReportProgress } from '@agent-mem/runtime';
import type { HostPorts } from '@agent-mem/service-kit';
import type { Damage } from '@agent-mem/sqlite/file';
import { copyPieces } from './copy-pieces.ts';
import type { EmbeddedData } from './embedded-data.ts';
import type { Certificate, Checked, Maintenance, PurgeWish, ScopeWish } from './maintenance.ts';
import { spooled } from './spooled-lines.ts';

/** Stores that this process has open. */
export interface OwnStores {
  readonly ports: HostPorts;
  readonly services: readonly Documented[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly embedded: EmbeddedData;
}

/** Maintenance of stores that this process has open. */
export function maintenanceOf(own: OwnStores): Maintenance {
  const { ports, services, log, signal } = own;
  return {
    check: (wish, report) => checkAll(own, wish, report),
    reindex: ({ scope, fromScratch }, report) => reindex({ services, ports, log, signal, scope, fromScratch, report }),
    export: ({ scope }, report) => exportScope(scope, ports, report),
    import: (wish, lines, report) => importLines(own, wish, lines, report),
    purge: (wish, report) => purgeIn(own, wish, report),
    backup: (_wish, report) => copyPieces(own.embedded.copyTo, report),
  };
}

/** What is damaged comes first: where something is, the stores can be compared only as far as they can be read. */
async function* checkAll(
  { ports, services, embedded }: OwnStores,
  { scope }: ScopeWish,
  report?: ReportProgress,
): AsyncGenerator<Disagreement | Damage, Checked> {
  const owner = scope && `${scope.workspace}/${scope.user}/${scope.collection}`;
  let isDamaged = false;
  for await (const damage of embedded.damage()) {
    isDamaged = true;
    if (owner === undefined || damage.owner === null || damage.owner === owner) yield damage;
  }
  try {
    yield* checkStores({ services, ports, scope, report });
  } catch (error) {
    if (!(isDamaged && error instanceof DamagedData)) throw error;
  }
  return { holdsNothing: scope !== undefined && !(await isKnown(scope, services, ports)) };
}

async function isKnown(scope: Scope, services: OwnStores['services'], ports: HostPorts): Promise<boolean> {
  // Most that are asked about hold a record: then the others need not be listed.
  if ((await countNodes(scope, services, ports)) > 0) return true;
  for await (const known of allScopes(ports)) if (scopeKey(known) === scopeKey(scope)) return true;
  return false;
}

/** As the graph service does by its operation, whose request this stands for. */
async function* purgeIn({ ports }: OwnStores, wish: PurgeWish, report?: ReportProgress): AsyncIterable<Certificate> {
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
    report,
  );
  if (certificate) yield certificate;
}

async function* importLines(
  { ports, services, log, signal }: OwnStores,
  wish: ScopeWish,
  lines: AsyncIterable<string>,
  report: ReportProgress = () => {},
): AsyncIterable<Imported> {
  // Read to its end before anything of it is written: what is cut off or changed must leave no trace.
  await using spool = await spooled(lines);
  const { scope: own, lines: total } = await verifyArchive(spool.lines());
  const imported = await importScope(wish.scope ?? own, spool.lines, ports, { total, report });
  for await (const _ of reindex({ services, ports, log, signal, scope: imported.scope, report }));
  yield imported;
}
