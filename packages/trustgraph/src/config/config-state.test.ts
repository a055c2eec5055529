import { describe, expect, it } from 'vitest';
import { messagesOf, recorded } from '../../test/recorded.ts';
import { type ConfigPush, configPushMessage } from '../messages/config.ts';
import { flowChanges, settingsChanges, wantedFlows } from './changes.ts';
import { afterPoke, entriesOf, unknownConfig, withParts, withSnapshot } from './config-state.ts';

const types = ['processor:agent-mem', 'tool', 'tool-service'];
const entry = (suffix: string, parameters = {}) =>
  JSON.stringify({ topics: { request: `request:tg:agent:${suffix}`, response: `response:tg:agent:${suffix}` }, parameters });
const part = (type: string, workspace: string, entries: Record<string, string>) => ({ type, workspace, entries });
const poke = (push: Partial<ConfigPush>) => configPushMessage.make({ changes: {}, ...push });
const at = (version: number, ...parts: ReturnType<typeof part>[]) =>
  withSnapshot(unknownConfig, { version, workspaces: ['default'], parts });
const flowsOf = (...parts: ReturnType<typeof part>[]) => wantedFlows(at(1, ...parts), 'processor:agent-mem');

describe('a poke', () => {
  it.each([41, 42])('of version %i is old news at 42', (version) => {
    expect(afterPoke(at(42), poke({ version, changes: { tool: ['default'] } }), types)).toEqual({ fetch: 'nothing' });
  });

  it('fetches the watched types in the workspaces it names, and counts as applied', () => {
    const changes = { 'processor:agent-mem': ['default'], tool: ['default', 'acme', '__template__'], mcp: ['default'] };
    expect(afterPoke(at(42), poke({ version: 43, changes }), types)).toMatchObject({
      fetch: 'parts',
      state: { version: 43 },
      parts: [
        { type: 'processor:agent-mem', workspace: 'default' },
        { type: 'tool', workspace: 'default' },
        { type: 'tool', workspace: 'acme' },
      ],
    });
  });

  it('that leaves a gap tells of one missed: all is fetched', () => {
    expect(afterPoke(at(42), poke({ version: 44 }), types)).toEqual({ fetch: 'all' });
  });

  it('that does not say what changed, as before 2.4, has all fetched', () => {
    expect(afterPoke(at(42), configPushMessage.decode('{"version":43,"types":["tool"]}'), types)).toEqual({ fetch: 'all' });
    expect(afterPoke(at(42), configPushMessage.decode('{"version":43,"changes":null}'), types)).toEqual({ fetch: 'all' });
  });

  it('of a workspace created fetches every type there once', () => {
    const push = poke({
      version: 43,
      changes: { tool: ['acme'] },
      workspace_changes: { created: ['acme', '_own'], deleted: [] },
    });
    const consequence = afterPoke(at(42), push, types);
    expect(consequence).toMatchObject({ fetch: 'parts', parts: types.map((type) => ({ type, workspace: 'acme' })) });
    if (consequence.fetch === 'parts') expect(consequence.state.workspaces).toContain('acme');
  });

  it('of a workspace deleted drops what was there, also what a later fetch still finds, until it is created again', () => {
    const before = at(42, part('tool', 'default', { a: '{}' }));
    const consequence = afterPoke(before, poke({ version: 43, workspace_changes: { created: [], deleted: ['default'] } }), types);
    if (consequence.fetch !== 'parts') throw new Error(consequence.fetch);
    const { state } = consequence;
    expect(entriesOf(state, 'tool', 'default')).toEqual({});
    const left = { version: 44, workspaces: [], parts: [part('tool', 'default', { a: '{}' })] };
    expect(withSnapshot(state, left).parts).toEqual([]);
    expect(withParts(state, left.parts).parts).toEqual([]);
    expect(withSnapshot(state, { ...left, workspaces: ['default'] }).parts).toEqual(left.parts);
  });

  it('never came in another form from TrustGraph', () => {
    const pushes = ['startup', 'flow-switch'].flatMap((name) => messagesOf(recorded(name), 'notify/config'));
    let state = withSnapshot(unknownConfig, { version: 0, workspaces: [], parts: [] });
    const fetched = pushes.flatMap(({ payload }) => {
      const consequence = afterPoke(state, configPushMessage.decode(payload), types);
      if (consequence.fetch === 'all') return ['all'];
      if (consequence.fetch === 'nothing') return [];
      state = consequence.state;
      return consequence.parts.map(({ type, workspace }) => `${state.version} ${type} ${workspace}`);
    });
    expect(fetched).toEqual([
      ...types.map((type) => `3 ${type} default`),
      '4 tool default',
      '4 tool-service default',
      '5 tool default',
      '5 tool-service default',
      '13 processor:agent-mem default',
    ]);
  });
});

describe('what was fetched', () => {
  it('of one type leaves the others as they are', () => {
    const before = at(1, part('tool', 'default', { kb: '1' }), part('tool-service', 'default', { joke: '2' }));
    const after = withParts(before, [part('tool', 'default', { kb: '3' })]);
    expect(entriesOf(after, 'tool', 'default')).toEqual({ kb: '3' });
    expect(entriesOf(after, 'tool-service', 'default')).toEqual({ joke: '2' });
  });

  it('of all counts with its version, a lower one too', () => {
    const after = withSnapshot(at(42), { version: 7, workspaces: ['default'], parts: [] });
    expect(afterPoke(after, poke({ version: 8 }), types)).toMatchObject({ fetch: 'parts' });
  });

  it('of TrustGraph’s own workspaces does not count', () => {
    expect(at(1, part('tool', '__template__', { a: '{}' })).parts).toEqual([]);
  });
});

describe('changes', () => {
  it('tell flows that come and go, what goes first', () => {
    const running = flowsOf(part(types[0] ?? '', 'default', { old: entry('old') })).entries;
    const wanted = flowsOf(
      part(types[0] ?? '', 'default', { fresh: entry('fresh') }),
      part(types[0] ?? '', 'acme', { old: entry('x') }),
    );
    expect(flowChanges(running, wanted)).toMatchObject([
      { kind: 'flow-disappeared', entry: { workspace: 'default', flow: 'old' } },
      { kind: 'flow-appeared', entry: { workspace: 'default', flow: 'fresh' } },
      { kind: 'flow-appeared', entry: { workspace: 'acme', flow: 'old' } },
    ]);
  });

  it('of parameters let a flow run on; of queues end it and begin it', () => {
    const running = flowsOf(part(types[0] ?? '', 'w', { f: entry('f', { k: '5' }) })).entries;
    expect(flowChanges(running, flowsOf(part(types[0] ?? '', 'w', { f: entry('f', { k: '6' }) })))).toMatchObject([
      { kind: 'flow-changed', entry: { parameters: { k: '6' } } },
    ]);
    expect(flowChanges(running, flowsOf(part(types[0] ?? '', 'w', { f: entry('other') })))).toMatchObject([
      { kind: 'flow-disappeared', entry: { parameters: { k: '5' } } },
      { kind: 'flow-appeared', entry: { topics: { request: 'request:tg:agent:other' } } },
    ]);
    expect(flowChanges(running, flowsOf(part(types[0] ?? '', 'w', { f: entry('f', { k: '5' }) })))).toEqual([]);
  });

  it('leave a running flow whose entry cannot be read, and do not begin such a one', () => {
    const running = flowsOf(part(types[0] ?? '', 'w', { f: entry('f') })).entries;
    const wanted = flowsOf(part(types[0] ?? '', 'w', { f: '{', g: '{}' }));
    expect(flowChanges(running, wanted)).toEqual([]);
    expect([...wanted.refused.values()].map(String)).toEqual([
      'OperationError: flow w/f: must be JSON text',
      'OperationError: flow w/g.topics.request: is missing',
    ]);
  });

  it('of settings tell all that is there now', () => {
    const before = at(1, part('tool', 'w', { a: '1' }), part('tool-service', 'w', { s: '1' }), part('tool', 'x', { a: '1' }));
    const after = at(2, part('tool', 'w', { a: '2', b: '1' }), part('tool-service', 'w', { s: '1' }));
    expect(settingsChanges(before, after, 'processor:agent-mem')).toEqual([
      { kind: 'settings-changed', type: 'tool', workspace: 'x', entries: {} },
      { kind: 'settings-changed', type: 'tool', workspace: 'w', entries: { a: '2', b: '1' } },
    ]);
  });
});
