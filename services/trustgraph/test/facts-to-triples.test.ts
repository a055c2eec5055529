import { completeEvent, type Event, OperationError } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import type { Triple } from '@agent-mem/trustgraph';
import { describe, expect, test, vi } from 'vitest';
import { type FlowWorldOptions, startFlowWorld } from './flow-world.ts';
import { scopeTokens } from './scope-tokens.ts';

const fact = {
  id: 'fact_1',
  content: 'Anne lives in New York',
  subject: 'Anne',
  predicate: 'lives in',
  object: 'New York',
  confidence: 0.9,
  timestamp: '2026-05-07T09:30:00.000Z',
  status: 'ACTIVE',
  visibility: 'scope',
  conversation_id: 'c1',
};
const stored = (event: Partial<Event> = {}): Event =>
  completeEvent({
    id: `fact-stored:${crypto.randomUUID()}`,
    type: 'fact-stored',
    workspace: 'w',
    user: 'default',
    collection: 'col',
    conversation_id: 'c1',
    timestamp: '2026-05-07T09:30:00.000Z',
    data: { fact_stored: { fact_id: 'fact_1' } },
    ...event,
  });
const short = ({ s, p, o, g }: Triple) =>
  [s?.iri, p?.iri, o?.iri || JSON.stringify(o?.value), g ?? ''].join(' ').trim().replaceAll('http://trustgraph.ai/e/', 'e:');

interface WorldOptions extends Pick<FlowWorldOptions, 'tokenAccess'> {
  readonly known?: object | null;
  readonly parameters?: Record<string, string>;
  readonly failures?: number;
}

/** A flow's agent whose facts service knows one fact. */
async function world(options: WorldOptions = {}) {
  const { known = {}, parameters = { 'facts-to-triples': 'true' }, tokenAccess } = options;
  const clock = turnedClock();
  const asked: object[] = [];
  const call: FlowWorldOptions['call'] = async (_service, _operation, request) => {
    asked.push(request);
    if (asked.length <= (options.failures ?? 0)) throw new OperationError('unavailable', 'down');
    if (!known) throw new OperationError('not-found', 'gone');
    return { fact: { ...fact, ...known } };
  };
  const flow = await startFlowWorld({ clock, call, memory: 'full', parameters, ...(tokenAccess && { tokenAccess }) });
  const written = () => flow.stored.map(({ metadata, triples }) => [metadata, triples.map(short)] as const);
  /** Long enough for the agent to see that its flow wants facts. */
  const seen = () => clock.advance(2_500);
  return { flow, clock, asked, written, seen, [Symbol.asyncDispose]: () => flow[Symbol.asyncDispose]() };
}

describe('a fact of a flow’s workspace', () => {
  test('becomes triples of TrustGraph’s knowledge: the statement, and in a graph of its own what is said of the fact', async () => {
    await using it = await world();
    await it.seen();
    await it.flow.publish(stored());
    await vi.waitFor(() => expect(it.written()).toHaveLength(1));
    expect(it.asked).toEqual([{ workspace: 'w', user: 'default', collection: 'col', fact_id: 'fact_1' }]);
    const label = 'http://www.w3.org/2000/01/rdf-schema#label';
    const name = 'urn:agent-mem:fact:fact_1';
    const apart = 'urn:graph:memory';
    expect(it.written()).toEqual([
      [
        { id: name, root: '', collection: 'col' },
        [
          'e:anne e:lives-in e:new-york',
          `e:anne ${label} "Anne"`,
          `e:lives-in ${label} "lives in"`,
          `e:new-york ${label} "New York"`,
          `${name} http://www.w3.org/1999/02/22-rdf-syntax-ns#type urn:agent-mem:Fact ${apart}`,
          `${name} ${label} "Anne lives in New York" ${apart}`,
          `${name} urn:agent-mem:confidence "0.9" ${apart}`,
          `${name} http://www.w3.org/ns/prov#generatedAtTime "2026-05-07T09:30:00.000Z" ${apart}`,
          `${name} urn:agent-mem:conversation "c1" ${apart}`,
        ],
      ],
    ]);
  });

  test('without subject, predicate and object is its words alone; an object of many words is a text', async () => {
    await using bare = await world({ known: { subject: null } });
    await bare.seen();
    await bare.flow.publish(stored());
    await vi.waitFor(() => expect(bare.written()).toHaveLength(1));
    expect(bare.written()[0]?.[1].filter((each) => each.startsWith('e:'))).toEqual([]);
    await using wordy = await world({ known: { object: 'a house by the sea' } });
    await wordy.seen();
    await wordy.flow.publish(stored());
    await vi.waitFor(() => expect(wordy.written()[0]?.[1][0]).toBe('e:anne e:lives-in "a house by the sea"'));
  });

  test('is written once the facts service can be asked again', async () => {
    await using it = await world({ failures: 2 });
    await it.seen();
    await it.flow.publish(stored());
    await vi.waitFor(async () => {
      await it.clock.advance(5_000);
      expect(it.written()).toHaveLength(1);
    });
  });

  test.each([
    ['whose flow does not say so', { parameters: {} }, {}],
    ['of another workspace', {}, { workspace: 'other' }],
    ['of a user', {}, { user: 'anne' }],
    ['of a conversation alone', { known: { visibility: 'conversation' } }, {}],
    ['that is superseded by now', { known: { status: 'SUPERSEDED' } }, {}],
    ['that is gone by now', { known: null }, {}],
  ] as const)('is not written: %s', async (_which, options, event) => {
    await using it = await world(options);
    await it.seen();
    await it.flow.publish(stored(event));
    // What stands behind it in the same conversation has been taken.
    await it.flow.publish(
      stored({ id: 'last', type: 'episode-stored', data: { episode_stored: { episode_id: 'epi_1' } } } as never),
    );
    await vi.waitFor(() => expect(it.flow.events.at(-1)?.id).toBe('last'));
    await it.clock.advance(1_000);
    expect(it.written()).toEqual([]);
  });

  test('is read under the token of its flow', async () => {
    const { token, access } = scopeTokens();
    const { access: tokenAccess, entries } = access();
    const parameters = { 'facts-to-triples': 'true', 'memory-scope-token': await token({ permissions: ['read'] }) };
    await using it = await world({ parameters, tokenAccess });
    await it.seen();
    await it.flow.publish(stored());
    await vi.waitFor(() => expect(it.written()).toHaveLength(1));
    expect(entries).toEqual([expect.objectContaining({ operation: 'facts.get', who: 'token:crm', outcome: 'done' })]);
  });

  test.each([
    ['has expired', { lastsMs: -1_000 }, 'expired'],
    ['may not read', { permissions: ['write'] }, 'permission'],
    ['is for another workspace', { workspaces: ['v'] }, 'scope'],
  ] as const)('is not written where the token of its flow %s', async (_which, claims, reason) => {
    const { token, access } = scopeTokens();
    const { access: tokenAccess, entries } = access();
    const parameters = { 'facts-to-triples': 'true', 'memory-scope-token': await token(claims) };
    await using it = await world({ parameters, tokenAccess });
    await it.seen();
    await it.flow.publish(stored());
    await vi.waitFor(() => expect(entries[0]).toMatchObject({ from: 'flow w/f', reason }));
    await it.clock.advance(1_000);
    expect([it.asked, it.written()]).toEqual([[], []]);
  });
});
