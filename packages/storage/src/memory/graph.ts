import { ascending, type Clock, isSameScope, type Scope, scopeOf } from '@agent-mem/contract';
import { brokenExpectations, type KnownVersions, refuseDuplicates, repeatedCommit } from '../commit-rules.ts';
import { VersionConflict } from '../errors.ts';
import {
  type Change,
  type CommitResult,
  type CommittedEvent,
  type Graph,
  type GraphNode,
  mostEdges,
  type NodeKind,
} from '../graph.ts';
import type { GraphArchive, GraphMaintenance } from '../graph-maintenance.ts';
import { checkLimit, checkOrder, checkWays } from '../limit.ts';
import { eventHoldsAny } from '../purge.ts';
import { anyPart, claimFrom, type Parts } from '../queue/claim-from.ts';
import { createOutboxWakers } from '../queue/outbox-wakers.ts';
import { createPartLeases } from '../queue/part-leases.ts';
import { type OutboxEntry, partOf, type WaitingNode } from '../queue/work-queue.ts';
import { edgeRank } from '../reading/neighbour-rank.ts';
import { waysBySteps } from '../reading/ways-by-steps.ts';
import { edgeOfWrite, nodeOfWrite } from '../written.ts';
import { ByScope } from './by-scope.ts';
import { copy } from './copy.ts';
import { edgesAround, matches, neighboursOf, stepsFrom } from './graph-query.ts';
import { pageOf } from './page-of.ts';
import { purgeAll, purgeNodes, textsOf } from './purge.ts';
import { link, listIn, loadRecord, recordId, recordsOf, type ScopeGraph } from './scope-graph.ts';

/** A Graph that lives as long as the process. */
export function createMemoryGraph(options: { readonly clock: Clock }): Graph & GraphMaintenance & GraphArchive {
  const scopes = new ByScope<ScopeGraph>(() => ({
    nodes: new Map(),
    edges: new Map(),
    touching: new Map(),
    history: new Map(),
    idempotency: new Map(),
  }));
  const outbox = new Map<string, CommittedEvent>();
  const wakers = createOutboxWakers();
  const leases = createPartLeases(options.clock);
  let position = 0;
  const now = () => new Date(options.clock.now()).toISOString();

  /** Runs to its end without waiting for anything, so no other commit comes in between. */
  function commit(scope: Scope, change: Change): CommitResult {
    const graph = scopes.of(scope);
    const { idempotency } = change;
    const earlier = idempotency && graph.idempotency.get(recordId(idempotency.operation, idempotency.key));
    if (idempotency && earlier) return copy(repeatedCommit(earlier, idempotency));
    refuseDuplicates(change);
    const conflicts = brokenExpectations(change, versionsOf(graph));
    if (conflicts.length > 0) throw new VersionConflict(conflicts);

    // Copies are made before anything is changed: what is no JSON throws here and leaves no trace.
    const nodes = (change.nodes ?? []).map((write) => ({
      record: write.record,
      node: copy(nodeOfWrite(write, versionOf(graph, write.id))),
    }));
    const edges = (change.edges ?? []).map((write) => copy(edgeOfWrite(write, graph.edges.get(write.id)?.version ?? 0)));
    const events = (change.events ?? []).map(copy);
    const reply = idempotency && { ...copy(idempotency), keptAt: now() };

    for (const { node, record } of nodes) {
      graph.nodes.set(node.id, node);
      if (record !== undefined) listIn(graph.history, node.id).push({ version: node.version, record, recordedAt: now(), node });
    }
    for (const edge of edges) link(graph, edge);
    if (reply) graph.idempotency.set(recordId(reply.operation, reply.key), reply);
    for (const event of events) outbox.set(String(++position).padStart(16, '0'), event);
    if (events.length > 0) wakers.wake(scope);
    return {
      applied: true,
      reply: reply ? copy(reply.reply) : null,
      versions: Object.fromEntries(nodes.map(({ node }) => [node.id, node.version])),
    };
  }

  function nodes(parts: Parts, isWaiting: (node: GraphNode) => boolean): WaitingNode[] {
    const own = scopes.all().filter(([scope]) => parts.has(partOf(scope)));
    return own.flatMap(([scope, graph]) => [...graph.nodes.values()].filter(isWaiting).map((node) => ({ scope, node })));
  }
  function events(limit: number, parts: Parts): OutboxEntry[] {
    const own = [...outbox].filter(([, event]) => parts.has(partOf(scopeOf(event))));
    return own.slice(0, limit).map(([at, event]) => ({ position: at, event: copy(event) }));
  }
  function due(kinds: readonly NodeKind[], until: string, limit: number, parts: Parts): WaitingNode[] {
    return nodes(
      parts,
      ({ status, kind, dueAt }) => status === 'ACTIVE' && kinds.includes(kind) && dueAt !== null && dueAt <= until,
    )
      .sort((a, b) => ascending(a.node.dueAt, b.node.dueAt) || ascending(a.node.id, b.node.id))
      .slice(0, limit)
      .map(({ scope, node }) => ({ scope, node: copy(node) }));
  }
  function unindexed(kinds: readonly NodeKind[], limit: number, parts: Parts): WaitingNode[] {
    return nodes(
      parts,
      ({ kind, indexedVersion, version }) => kinds.includes(kind) && indexedVersion !== null && indexedVersion < version,
    )
      .sort((a, b) => ascending(a.node.updatedAt, b.node.updatedAt) || ascending(a.node.id, b.node.id))
      .slice(0, limit)
      .map(({ scope, node }) => ({ scope, node: copy(node) }));
  }

  return {
    async commit(scope, change) {
      return commit(scope, change);
    },
    async get(scope, ids) {
      const { nodes } = scopes.of(scope);
      return ids
        .map((id) => nodes.get(id))
        .filter((node) => node !== undefined)
        .map(copy);
    },
    async edges(scope, ids) {
      const { edges, nodes } = scopes.of(scope);
      return ids.flatMap((id) => {
        const edge = edges.get(id);
        return edge && nodes.has(edge.from) && nodes.has(edge.to) ? [copy(edge)] : [];
      });
    },
    async find(scope, query) {
      checkLimit(query.limit);
      checkOrder(query);
      const matching = [...scopes.of(scope).nodes.values()].filter((node) => matches(node, query));
      return pageOf(matching, {
        order: query.order,
        descending: query.descending ?? false,
        limit: query.limit,
        cursor: query.cursor,
        at: (node) => ({ value: node[query.order], id: node.id }),
      });
    },
    async count(scope, query) {
      return [...scopes.of(scope).nodes.values()].filter((node) => matches(node, query)).length;
    },
    async neighbours(scope, id, query) {
      checkLimit(query.limit);
      const order = query.sort ?? 'createdAt';
      return pageOf(neighboursOf(scopes.of(scope), id, query), {
        order,
        descending: false,
        limit: query.limit,
        cursor: query.cursor,
        at: ({ edge }) => ({ value: edgeRank(edge, order), id: edge.id }),
      });
    },
    async edgesAround(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      return edgesAround(scopes.of(scope), ids, query).map(copy);
    },
    async stepsFrom(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      return stepsFrom(scopes.of(scope), ids, query);
    },
    async shortestWays(scope, query) {
      checkWays(query);
      return await waysBySteps(this, scope, query);
    },
    async history(scope, id) {
      return (scopes.of(scope).history.get(id) ?? []).map(copy);
    },
    async idempotencyRecord(scope, operation, key) {
      const found = scopes.of(scope).idempotency.get(recordId(operation, key));
      return found ? copy({ operation, key, requestHash: found.requestHash, reply: found.reply }) : null;
    },
    async saveConversation() {},
    async markIndexed(scope, marks) {
      const { nodes } = scopes.of(scope);
      for (const { id, version } of marks) {
        const node = nodes.get(id);
        if (!node || node.indexedVersion === null || (version > 0 && version <= node.indexedVersion)) continue;
        nodes.set(id, { ...node, indexedVersion: version });
      }
    },

    outbox: async (limit) => events(limit, anyPart),
    async markPublished(positions) {
      for (const published of positions) outbox.delete(published);
    },
    onOutbox: wakers.onOutbox,
    due: async (kinds, until, limit) => due(kinds, until, limit, anyPart),
    unindexed: async (kinds, limit) => unindexed(kinds, limit, anyPart),
    hold: leases.hold,
    release: leases.release,
    claim: claimFrom(leases, { publish: events, due, index: unindexed }),
    async *scopes() {
      for (const [scope, graph] of scopes.all()) if (graph.nodes.size > 0) yield scope;
    },
    async *looseEdges(scope) {
      const { edges, nodes } = scopes.of(scope);
      const loose = [...edges.values()].filter(({ from, to }) => !nodes.has(from) || !nodes.has(to));
      for (const { id, kind } of loose.sort((a, b) => (a.id < b.id ? -1 : 1))) yield { id, kind };
    },
    async dropIdempotencyRecords(before) {
      let dropped = 0;
      for (const [, { idempotency }] of scopes.all()) {
        for (const [id, { keptAt }] of idempotency) if (keptAt < before && idempotency.delete(id)) dropped += 1;
      }
      return dropped;
    },
    async purge(scope, what, stays = []) {
      const purged = what === 'everything' ? purgeAll(scopes.of(scope), stays) : purgeNodes(scopes.of(scope), what);
      const waiting = [...outbox].filter(
        ([, event]) => isSameScope(scopeOf(event), scope) && (what === 'everything' || eventHoldsAny(event, textsOf(what))),
      );
      for (const [at] of waiting) outbox.delete(at);
      return { ...purged, events: waiting.length };
    },
    async scrub() {},
    async check() {},

    async *dump(scope) {
      yield* recordsOf(scopes.of(scope));
    },
    async load(scope, records) {
      const graph = scopes.of(scope);
      for (const record of records.map(copy)) loadRecord(graph, record);
    },
  };
}

function versionsOf(graph: ScopeGraph): KnownVersions {
  return { node: (id) => versionOf(graph, id), edge: (id) => graph.edges.get(id)?.version ?? 0 };
}

function versionOf(graph: ScopeGraph, id: string): number {
  return graph.nodes.get(id)?.version ?? 0;
}
