import { expect, it } from 'vitest';
import { startLines } from './lines.ts';
import type { FleetOutline } from './parts.ts';

const named = (names: readonly string[]) => names.map((name) => ({ name }));

it.each([
  { services: ['facts', 'agent'], plugins: ['gateway'], busIsShared: false, last: /^Try: curl http:\/\/h:1\/v1\/agent\/invoke / },
  { services: ['facts', 'graph'], plugins: ['gateway'], busIsShared: false, last: /^Try: curl http:\/\/h:1\/v1\/facts\/store / },
  { services: [], plugins: ['gateway'], busIsShared: true, last: /^Try: curl http:\/\/h:1\/v1\/agent\/invoke / },
  { services: ['graph'], plugins: ['gateway'], busIsShared: false, last: /^Health: http:\/\/h:1\/health\/ready$/ },
  { services: ['facts'], plugins: [], busIsShared: true, last: /^Health: / },
])('a start of $services and $plugins names a request that is answered', ({ services, plugins, busIsShared, last }) => {
  const outline = {
    busIsShared,
    config: { BUS_URL: 'memory:', GRAPH_URL: 'memory:', LLM_URL: '' },
    hosted: { services: named(services), httpPlugins: named(plugins), connectors: [] },
    ...{ directories: [], connections: [], auth: 'off', isExposed: false },
    ...{ httpUrl: 'http://h:1', grpcUrl: 'h:2', adminUrl: 'http://h:3' },
  };
  // All that its lines are made of.
  expect(startLines(outline as unknown as FleetOutline).at(-1)).toMatch(last);
});
