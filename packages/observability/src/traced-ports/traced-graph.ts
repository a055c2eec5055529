import type { Ports } from '@agent-mem/runtime';
import type { Change } from '@agent-mem/storage';
import type { Span } from '@opentelemetry/api';
import { traceparentOf } from '../tracing/traceparent.ts';
import { counted, type PortSpans } from './port-spans.ts';

/** The Graph with its operations as spans. Events go on from the commit that they were part of. What crosses scopes goes by as it is. */
export function tracedGraph(graph: Ports['graph'], span: PortSpans): Ports['graph'] {
  return {
    commit: (scope, change) => span('commit', sizesOf(change), (current) => graph.commit(scope, goingOnFrom(current, change))),
    get: (scope, ids) =>
      span('get', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, graph.get(scope, ids), (nodes) => nodes.length),
      ),
    find: (scope, query) =>
      span('find', { 'agent_mem.kinds': [...query.kinds] }, (current) =>
        counted(current, graph.find(scope, query), ({ items }) => items.length),
      ),
    edges: (scope, ids) =>
      span('edges', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, graph.edges(scope, ids), (edges) => edges.length),
      ),
    count: (scope, query) => span('count', { 'agent_mem.kinds': [...query.kinds] }, () => graph.count(scope, query)),
    neighbours: (scope, id, query) =>
      span('neighbours', {}, (current) => counted(current, graph.neighbours(scope, id, query), ({ items }) => items.length)),
    edgesAround: (scope, ids, query) =>
      span('edges-around', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, graph.edgesAround(scope, ids, query), (edges) => edges.length),
      ),
    stepsFrom: (scope, ids, query) =>
      span('steps-from', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, graph.stepsFrom(scope, ids, query), (steps) => steps.length),
      ),
    shortestWays: (scope, query) =>
      span('shortest-ways', {}, (current) => counted(current, graph.shortestWays(scope, query), (ways) => ways.length)),
    history: (scope, id) =>
      span('history', {}, (current) => counted(current, graph.history(scope, id), (versions) => versions.length)),
    idempotencyRecord: (scope, operation, key) => span('kept', {}, () => graph.idempotencyRecord(scope, operation, key)),
    markIndexed: (scope, marks) =>
      span('mark-indexed', { 'db.operation.batch.size': marks.length }, () => graph.markIndexed(scope, marks)),
    saveConversation: (scope, conversationId) =>
      span('save-conversation', {}, () => graph.saveConversation(scope, conversationId)),
    outbox: (limit) => graph.outbox(limit),
    markPublished: (positions) => graph.markPublished(positions),
    onOutbox: (wake) => graph.onOutbox(wake),
    due: (kinds, until, limit) => graph.due(kinds, until, limit),
    unindexed: (kinds, limit) => graph.unindexed(kinds, limit),
    hold: (owner, busy, ttlMs) => graph.hold(owner, busy, ttlMs),
    release: (owner, groups) => graph.release(owner, groups),
    claim: (queue, claim) => graph.claim(queue, claim),
    scopes: () => graph.scopes(),
    looseEdges: (scope) => graph.looseEdges(scope),
    dropIdempotencyRecords: (before) => graph.dropIdempotencyRecords(before),
    purge: (scope, what, stays) => graph.purge(scope, what, stays),
    scrub: () => graph.scrub(),
    check: (signal) => graph.check(signal),
    dump: (scope) => graph.dump(scope),
    load: (scope, records) => graph.load(scope, records),
  };
}

function sizesOf({ nodes = [], edges = [], events = [] }: Change): Record<string, number> {
  return { 'agent_mem.nodes': nodes.length, 'agent_mem.edges': edges.length, 'agent_mem.events': events.length };
}

function goingOnFrom(span: Span | null, change: Change): Change {
  if (!span || !change.events) return change;
  const traceparent = traceparentOf(span.spanContext());
  return { ...change, events: change.events.map((event) => ({ ...event, traceparent })) };
}
