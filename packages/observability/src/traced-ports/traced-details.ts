import type { Ports } from '@agent-mem/runtime';
import { counted, type PortSpans } from './port-spans.ts';

/** The store of details with its operations as spans. What crosses scopes goes by as it is. */
export function tracedDetails(details: Ports['details'], span: PortSpans): Ports['details'] {
  return {
    put: (scope, detail, content) =>
      span('put', {}, async (current) => {
        const stored = await details.put(scope, detail, content);
        current?.setAttribute('agent_mem.bytes', stored.sizeBytes);
        return stored;
      }),
    stat: (scope, memoryKey) => span('stat', {}, () => details.stat(scope, memoryKey)),
    read: (scope, memoryKey, range) =>
      span('read', {}, async (current) => {
        const bytes = await details.read(scope, memoryKey, range);
        current?.setAttribute('agent_mem.bytes', bytes?.byteLength ?? 0);
        return bytes;
      }),
    search: (scope, query) =>
      span('search', { 'agent_mem.limit': query.limit }, (current) =>
        counted(current, details.search(scope, query), (found) => found.length),
      ),
    delete: (scope, memoryKey) => span('delete', {}, () => details.delete(scope, memoryKey)),
    stored: (query) => details.stored(query),
    scopes: () => details.scopes(),
    erase: (before) => details.erase(before),
    purge: (scope, what) => details.purge(scope, what),
    scrub: () => details.scrub(),
    check: (signal) => details.check(signal),
  };
}
