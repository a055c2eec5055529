import { newId, scopeOf, type Topic } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { scope } from '@agent-mem/testing/kit';
import { describe, expect, it } from 'vitest';
import { everyKind, node, opened, requestOf } from '../../test/opened-purge.ts';
import { purge } from './purge.ts';

describe('what a purge erases of a conversation', () => {
  const ofConversation = requestOf({ conversation_id: 'c1' });

  it('is what names it as its source alone, and not what another conversation has learned of it', async () => {
    const { clock, ports, asked, idsOf } = opened();
    const source = { properties: { source: 'c1' } };
    await ports.graph.commit(scope, {
      nodes: [node('of none', clock, source), node('of another', clock, { ...source, conversationId: 'c2' })],
    });
    await clock.advance(1_000);
    await purge(everyKind, ofConversation, asked, ports);
    expect(await idsOf('of none', 'of another')).toEqual(['of another']);
  });

  it('is content stored aside whose record never came, and not that of another conversation', async () => {
    const { clock, ports, asked } = opened();
    const createdAt = new Date(clock.now()).toISOString();
    for (const conversation_id of ['c1', 'c2']) {
      const description = { memoryKey: conversation_id, contentType: 'text/plain', metadata: { conversation_id }, createdAt };
      await ports.details.put(scope, description, [Buffer.from('large')]);
    }
    await purge(everyKind, ofConversation, asked, ports);
    const left = await Array.fromAsync(ports.details.stored({ scope }));
    expect(left.map(({ detail }) => detail.memoryKey)).toEqual(['c2']);
  });

  it('is what is stored of its invocations, and not of those of another conversation', async () => {
    const { clock, ports, asked } = opened();
    for (const conversationId of ['c1', 'c2']) {
      const invocationId = newId('inv', clock.now());
      await ports.keyValue.set(scope, `agent/invoke/${conversationId}`, JSON.stringify({ invocationId, conversationId }));
      await ports.keyValue.append(scope, `agent/steps/${invocationId}`, [`a step of ${conversationId}`]);
      const invocation = newId('inv', clock.now());
      await ports.graph.commit(scope, { nodes: [node(invocation, clock, { kind: 'Invocation', conversationId })] });
      await ports.keyValue.set(scope, `agent/trace/${invocation}`, `a trace of ${conversationId}`);
    }
    await purge(everyKind, ofConversation, asked, ports);
    const left = await Array.fromAsync(ports.keyValue.entries('', scope));
    expect(left.map(({ key }) => key)).toContain('agent/invoke/c2');
    expect(left.map(({ value }) => value)).toContain('a trace of c2');
    expect(left.filter(({ key, value }) => /invoke\/c1|of c1/.test(`${key} ${value}`))).toEqual([]);
  });

  it('for one service is its own jobs alone', async () => {
    const { clock, ports, asked, idsOf } = opened();
    const job = (service: string) => node(service, clock, { kind: 'Job', conversationId: 'c1', properties: { service } });
    await ports.graph.commit(scope, { nodes: [job('facts'), job('episodes')] });
    await purge({ name: 'facts', kinds: ['Fact'] }, ofConversation, asked, ports);
    expect(await idsOf('facts', 'episodes')).toEqual(['episodes']);
  });
});

describe('with a memory goes', () => {
  it('a compaction under way that was to summarise it, and no other job', async () => {
    const { clock, ports, asked, idsOf } = opened();
    const job = (id: string, kind: string, ...node_ids: readonly string[]) =>
      node(id, clock, { kind: 'Job', properties: { kind, input: { node_ids } } });
    await ports.graph.commit(scope, {
      nodes: [
        node('fact', clock),
        job('of it', 'compaction', 'other', 'fact'),
        job('of others', 'compaction', 'other'),
        job('of another kind', 'export', 'fact'),
      ],
    });
    await purge(everyKind, requestOf({ id: 'fact' }), asked, ports);
    expect(await idsOf('fact', 'of it', 'of others', 'of another kind')).toEqual(['of others', 'of another kind']);
  });

  it('a summary that was made of it while it was erased', async () => {
    const { clock, ports, asked, idsOf } = opened();
    await ports.graph.commit(scope, { nodes: [node('msg', clock, { kind: 'Message', conversationId: 'c1' })] });
    const summary = (id: string, source: string) =>
      node(id, clock, { kind: 'ConversationSummary', conversationId: 'c1', properties: { sources: [source] } });
    const late = {
      ...ports.graph,
      async purge(...what: Parameters<typeof ports.graph.purge>) {
        if ((await idsOf('late', 'of late', 'of another')).length === 0 && (await idsOf('msg')).length > 0)
          await ports.graph.commit(scope, {
            nodes: [summary('late', 'msg'), summary('of late', 'late'), summary('of another', 'other')],
          });
        return ports.graph.purge(...what);
      },
    };
    await purge(everyKind, requestOf({ id: 'msg' }), asked, { ...ports, graph: late });
    expect(await idsOf('msg', 'late', 'of late', 'of another')).toEqual(['of another']);
  });
});

describe('the second look of a purge', () => {
  it('leaves what is stored of invocations that run where facts alone were purged', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    const invocationId = newId('inv', clock.now());
    const straggler = node('fact', clock);
    await clock.advance(1_000);
    await purge({ name: 'facts', kinds: ['Fact'] }, requestOf({ everything: true }), asked, ports);
    await ports.keyValue.set(scope, 'agent/invoke/1', JSON.stringify({ invocationId }));
    await ports.graph.commit(scope, { nodes: [straggler, { ...straggler, id: 'episode', kind: 'Episode' }] });
    await clock.advance(61_000);
    await finish();
    expect(await idsOf('fact', 'episode')).toEqual(['episode']);
    expect(await ports.keyValue.get(scope, 'agent/invoke/1')).not.toBeNull();
  });

  it('takes what was made before of every kind, also where a kind has records made after', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    const straggler = node('episode', clock, { kind: 'Episode' });
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ everything: true }), asked, ports);
    await clock.advance(1_000);
    await ports.graph.commit(scope, { nodes: [straggler, node('later', clock)] });
    await clock.advance(61_000);
    await finish();
    expect(await idsOf('episode', 'later')).toEqual(['later']);
  });

  it('leaves messages and what is stored of invocations where one memory was purged', async () => {
    const { clock, ports, asked, finish } = opened();
    const topic: Topic = { lane: 'event', name: 'webhook-a', persistent: true };
    await ports.bus.ensureSubscription(topic, 'webhooks');
    const invocationId = newId('inv', clock.now());
    await ports.keyValue.set(scope, 'agent/invoke/1', JSON.stringify({ invocationId }));
    const event = {
      ...scope,
      id: 'event',
      type: 'fact-stored',
      conversation_id: null,
      timestamp: new Date(0).toISOString(),
    } as const;
    await publishEvent(ports.bus, { ...event, data: { fact_stored: { fact_id: 'other' } } }, null, {
      topic,
      sentAt: clock.now(),
    });
    await ports.graph.commit(scope, { nodes: [node('fact', clock)] });
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ id: 'fact' }), asked, ports);
    await clock.advance(61_000);
    await finish();
    expect(await ports.bus.peek(topic, 'webhooks', 10)).toHaveLength(1);
    expect(await ports.keyValue.get(scope, 'agent/invoke/1')).not.toBeNull();
  });

  it('looks through every collection of a user whose memory was purged, and no other user’s or workspace’s', async () => {
    const { clock, ports, asked, finish } = opened();
    const others = [
      { ...scope, user: 'u2' },
      { ...scope, workspace: 'w2' },
    ];
    const scopes = [scope, { ...scope, collection: 'another' }, ...others].map((each) => scopeOf(each));
    const straggler = node('straggler', clock);
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ everything: true, all_collections: true }), asked, ports);
    for (const each of scopes) await ports.graph.commit(each, { nodes: [straggler] });
    await clock.advance(61_000);
    await finish();
    const left = await Promise.all(scopes.map((each) => ports.graph.count(each, { kinds: ['Fact'] })));
    expect(left).toEqual([0, 0, 1, 1]);
  });
});

it('a second purge refuses what was sent between the first and it', async () => {
  const { clock, ports, asked } = opened();
  const everything = (idempotencyKey: string, sentAt: number) =>
    purge(everyKind, requestOf({ everything: true }), { ...asked, idempotencyKey, sentAt }, ports);
  await clock.advance(1_000);
  await everything('first', clock.now());
  await clock.advance(1_000);
  const between = clock.now();
  await clock.advance(1_000);
  await everything('second', clock.now());
  await expect(everything('late', between)).rejects.toMatchObject({ type: 'failed-precondition' });
});
