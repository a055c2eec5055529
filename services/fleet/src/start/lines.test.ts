import { expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { dataIn, startWarnings } from './lines.ts';
import { isLoopback } from './reachable-address.ts';

it.each(['0.0.0.0', '::', '192.0.2.1'])('HOST %s is warned of in one line where nobody is asked for a key', (HOST) => {
  const exposed = { config: programConfig({ HOST }), isExposed: !isLoopback(HOST), isBusOpen: false };
  expect(startWarnings({ ...exposed, auth: 'required' })).toEqual([]);
  const warnings = startWarnings({ ...exposed, auth: 'off' });
  expect(warnings).toEqual([expect.stringMatching(new RegExp(`^HOST ${HOST}: everybody who reaches this address .*$`))]);
});

it('an address of this machine alone is not warned of', () => {
  const config = programConfig({});
  expect(startWarnings({ config, auth: 'off', isBusOpen: false, isExposed: !isLoopback(config.HOST) })).toEqual([]);
});

it('a bus on which nobody is asked who has sent a message is warned of where callers show keys', () => {
  const config = programConfig({});
  const fleet = { config, isBusOpen: true, isExposed: false };
  expect(startWarnings({ ...fleet, auth: 'required' })).toEqual([expect.stringContaining('SCOPE_TOKEN_PUBLIC_KEYS_FILE')]);
  expect(startWarnings({ ...fleet, auth: 'off' })).toEqual([]);
});

it.each([
  [['/data'], 'sqlite:', 'in /data/agent-mem.sqlite'],
  [[], 'memory:', 'in memory'],
  [[], 'neo4j://127.0.0.1:7687/neo4j', 'on servers'],
])('data of the folders %j and GRAPH_URL %s is %s', (directories, GRAPH_URL, where) => {
  expect(dataIn(directories, programConfig({ GRAPH_URL }))).toBe(where);
});
