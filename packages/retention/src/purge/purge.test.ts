import { newId, type Topic } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { purgeMarkId } from '@agent-mem/policy';
import { claimingAll, recordedLog, scope } from '@agent-mem/testing/kit';
import { describe, expect, it } from 'vitest';
import { everyKind, node, opened, requestOf } from '../../test/opened-purge.ts';
import { dependantsOf } from './dependants.ts';
import { finishPurges } from './finish-purges.ts';
import { purge } from './purge.ts';

describe('a purge', () => {
  it('says how much there is to erase where somebody looks on', async () => {
    const { ports, clock, asked } = opened();
    const nodes = Array.from({ length: 3 }, (_, index) => node(`fact_${index}`, clock, { conversationId: 'c1' }));
    await ports.graph.commit(scope, { nodes: [...nodes, node('other', clock, { conversationId: 'c2' })] });
    const reports: unknown[] = [];
    await purge(everyKind, requestOf({ conversation_id: 'c1' }), asked, ports, (report) => void reports.push(report));
    expect(reports).toContainEqual({ what: 'nodes', done: 0, total: 3 });
    expect(reports).toContainEqual({ what: 'nodes', done: 3, total: 3 });
  });

  it('that a crash cut off is finished by another process, and the request again finds it done', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    const own = { conversationId: 'c1' };
    await ports.graph.commit(scope, { nodes: [node('a', clock, own), node('b', clock, { conversationId: 'c2' })] });
    await clock.advance(1_000);
    const crashing = { ...ports, keyValue: { ...ports.keyValue, purge: () => Promise.reject(new Error('crash')) } };
    await expect(purge(everyKind, requestOf({ conversation_id: 'c1' }), asked, crashing)).rejects.toThrow('crash');
    expect(await idsOf('a', 'b')).toEqual(['a', 'b']);
    // What was sent before is refused from the beginning on.
    expect(await idsOf(purgeMarkId('c1'))).toHaveLength(1);
    await clock.advance(61_000);
    await finish();
    expect(await idsOf('a', 'b')).toEqual(['b']);
    const { certificate } = await purge(everyKind, requestOf({ conversation_id: 'c1' }), asked, ports);
    expect(certificate?.target).toBe('conversation');
  });

  it('of one memory that a crash cut off erases that memory and no other', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    await ports.graph.commit(scope, { nodes: [node('a', clock), node('b', clock)] });
    await clock.advance(1_000);
    const crashing = { ...ports, keyValue: { ...ports.keyValue, purge: () => Promise.reject(new Error('crash')) } };
    await expect(purge(everyKind, requestOf({ id: 'a' }), asked, crashing)).rejects.toThrow('crash');
    expect(await idsOf('a', 'b')).toEqual(['a', 'b']);
    await clock.advance(61_000);
    await finish();
    expect(await idsOf('a', 'b')).toEqual(['b']);
  });

  it('takes what a request that was in hand writes after it, and leaves what came later', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    const begun = node('straggler', clock);
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ everything: true }), asked, ports);
    await ports.graph.commit(scope, { nodes: [begun] });
    await clock.advance(1_000);
    await ports.graph.commit(scope, { nodes: [node('later', clock)] });
    await finish();
    expect(await idsOf('straggler', 'later')).toEqual(['straggler', 'later']);
    await clock.advance(60_000);
    await finish();
    expect(await idsOf('straggler', 'later')).toEqual(['later']);
  });

  it('takes messages that were sent before it and come onto the bus after it, and leaves what was sent later', async () => {
    const { clock, ports, asked, finish } = opened();
    const topic: Topic = { lane: 'event', name: 'webhook-a', persistent: true };
    await ports.bus.ensureSubscription(topic, 'webhooks');
    const send = (id: string, conversation_id: string, sentAt: number) => {
      const event = { ...scope, id, type: 'fact-stored', conversation_id, timestamp: new Date(0).toISOString() } as const;
      return publishEvent(ports.bus, { ...event, data: { fact_stored: { fact_id: id } } }, null, { topic, sentAt });
    };
    const before = clock.now();
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ conversation_id: 'c1' }), asked, ports);
    await clock.advance(1_000);
    await send('earlier', 'c1', before);
    await send('other', 'c2', before);
    await send('later', 'c1', clock.now());
    await clock.advance(60_000);
    await finish();
    const left = await ports.bus.peek(topic, 'webhooks', 10);
    expect(left.map(({ properties }) => properties.id)).toEqual(['other', 'later']);
  });

  it('takes the documents that are written while it goes on, of nodes that were read before', async () => {
    const { clock, ports, asked } = opened();
    const made = { kind: 'Fact', version: 1, conversationId: null, visibility: 'scope', ordinal: null, role: null } as const;
    const document = { ...made, timestamp: 0, terms: { tea: 1 }, length: 1, vectors: [], fields: {}, attributes: null };
    const [known, isNew] = ['known', 'new'].map((id) => ({ ...document, id }));
    if (!known || !isNew) throw new Error('Two documents were made');
    await ports.graph.commit(scope, { nodes: [node('known', clock), node('new', clock)] });
    await ports.searchIndex.put(scope, [known]);
    await clock.advance(1_000);
    const late = {
      ...ports.graph,
      async purge(...what: Parameters<typeof ports.graph.purge>) {
        await ports.searchIndex.put(scope, [known, isNew]);
        return ports.graph.purge(...what);
      },
    };
    await purge(everyKind, requestOf({ everything: true }), asked, { ...ports, graph: late });
    expect(await ports.searchIndex.get(scope, ['known', 'new'])).toEqual([]);
  });

  it('takes what an invocation that had begun before wrote down since, and nothing of those that began later', async () => {
    const { clock, ports, asked, finish } = opened();
    const journal = (id: string, conversationId: string) => JSON.stringify({ invocation: { invocationId: id, conversationId } });
    const [older, other] = [newId('inv', clock.now()), newId('inv', clock.now())];
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ conversation_id: 'c "1"' }), asked, ports);
    await clock.advance(1_000);
    const later = newId('inv', clock.now());
    await ports.keyValue.set(scope, 'agent/invoke/1', journal(older, 'c "1"'));
    await ports.keyValue.append(scope, `agent/steps/${older}`, ['a step']);
    await ports.keyValue.set(scope, 'agent/invoke/2', journal(later, 'c "1"'));
    await ports.keyValue.set(scope, 'agent/invoke/3', journal(other, 'c2'));
    await clock.advance(60_000);
    await finish();
    const entries = await Array.fromAsync(ports.keyValue.entries('', scope));
    expect(entries.map(({ key }) => key)).toEqual(['agent/invoke/2', 'agent/invoke/3']);
    expect(await ports.keyValue.list(scope, `agent/steps/${older}`)).toEqual([]);
  });

  it('is no longer known by its request after a week, and its mark stays beside the empty list of what is going', async () => {
    const { clock, ports, asked, finish } = opened();
    await purge(everyKind, requestOf({ everything: true }), asked, ports);
    const notes = async () => (await ports.graph.find(scope, { kinds: ['PurgeMark'], order: 'createdAt', limit: 10 })).items;
    expect(await notes()).toHaveLength(3);
    for (const days of [1, 8]) {
      await clock.advance(days * 24 * 60 * 60 * 1000);
      await finish();
    }
    expect((await notes()).map(({ id, properties }) => [id, properties.purges])).toEqual([
      [purgeMarkId(null), undefined],
      ['purging', []],
    ]);
  });

  it('that was sent before another which has been done is refused', async () => {
    const { clock, ports, asked } = opened();
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ everything: true }), { ...asked, idempotencyKey: 'newer', sentAt: clock.now() }, ports);
    await clock.advance(1_000);
    await ports.graph.commit(scope, { nodes: [node('later', clock)] });
    const older = purge(everyKind, requestOf({ everything: true }), asked, ports);
    await expect(older).rejects.toMatchObject({ type: 'failed-precondition' });
    expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
  });

  it('made while its clock was a month ahead is no reason to erase what comes in that month', async () => {
    const { clock, ports, asked, finish, idsOf } = opened();
    const monthMs = 30 * 24 * 60 * 60 * 1000;
    const ahead = { ...ports, clock: { ...clock, now: () => clock.now() + monthMs } };
    await purge(everyKind, requestOf({ everything: true }), { ...asked, sentAt: null }, ahead);
    await clock.advance(1_000);
    // A purge is the first that meets the mark: the order of the two is not known, so it is asked for again.
    const second = { ...asked, idempotencyKey: 'second', sentAt: clock.now() - 1 };
    await expect(purge(everyKind, requestOf({ everything: true }), second, ports)).rejects.toMatchObject({
      type: 'failed-precondition',
    });
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ everything: true }), { ...second, sentAt: clock.now() }, ports);
    await clock.advance(1_000);
    await ports.graph.commit(scope, { nodes: [node('later', clock)] });
    await clock.advance(monthMs + 61_000);
    await finish();
    expect(await idsOf('later', purgeMarkId(null))).toEqual(['later', purgeMarkId(null)]);
    const fourth = { ...asked, idempotencyKey: 'fourth', sentAt: clock.now() };
    expect(await purge(everyKind, requestOf({ everything: true }), fourth, ports)).toMatchObject({ erased: 1 });
  });

  it('has the files written anew where it erased something, or may have before it was cut off, and never for nothing', async () => {
    const { clock, ports, asked } = opened();
    let scrubs = 0;
    const graph = {
      ...ports.graph,
      async scrub() {
        scrubs += 1;
      },
    };
    const counting = { ...ports, graph };
    const finish = async () => {
      await clock.advance(61_000);
      await finishPurges({
        ...counting,
        claimNodes: claimingAll(ports),
        log: recordedLog().log,
        signal: new AbortController().signal,
      });
      return scrubs;
    };
    for (const [key, request] of Object.entries({ a: { everything: true }, b: { conversation_id: 'c1' } }))
      await purge(everyKind, requestOf(request), { ...asked, idempotencyKey: key, sentAt: null }, counting);
    expect([scrubs, await finish()]).toEqual([0, 0]);
    await ports.graph.commit(scope, { nodes: [node('a', clock, { conversationId: 'c1' })] });
    await clock.advance(1_000);
    const again = { ...asked, idempotencyKey: 'c', sentAt: null };
    const failing = { ...counting, graph: { ...graph, scrub: () => Promise.reject(new Error('crash')) } };
    await expect(purge(everyKind, requestOf({ conversation_id: 'c1' }), again, failing)).rejects.toThrow('crash');
    expect(await ports.graph.get(scope, ['a'])).toEqual([]);
    await purge(everyKind, requestOf({ conversation_id: 'c1' }), again, counting);
    expect(scrubs).toBe(1);
    await ports.graph.commit(scope, { nodes: [node('b', clock, { conversationId: 'c1' })] });
    await clock.advance(1_000);
    await purge(everyKind, requestOf({ conversation_id: 'c1' }), { ...again, idempotencyKey: 'd' }, counting);
    // The second look takes the messages that were being handled meanwhile.
    expect([scrubs, await finish()]).toEqual([2, 3]);
  });

  it('takes what is stored aside with the last record that refers to it', async () => {
    const { clock, ports, asked } = opened();
    const createdAt = new Date(clock.now()).toISOString();
    const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt };
    await ports.details.put(scope, description, [Buffer.from('large')]);
    const detail = (id: string) => node(id, clock, { kind: 'Detail', properties: { memory_key: 'k' } });
    await ports.graph.commit(scope, { nodes: [detail('det_1'), detail('det_2')] });
    const owner = { name: 'working-memory', kinds: ['Detail'] } as const;
    const erased = async (id: string) => {
      const { certificate } = await purge(owner, requestOf({ id }), { ...asked, idempotencyKey: id }, ports);
      return [certificate?.counts, await ports.details.stat(scope, 'k')];
    };
    expect(await erased('det_1')).toEqual([{ nodes: 1 }, expect.objectContaining({ memoryKey: 'k' })]);
    expect(await erased('det_2')).toEqual([{ nodes: 1, details: 1 }, null]);
    // A record of another service's kind is none of its.
    await ports.graph.commit(scope, { nodes: [node('fact_1', clock)] });
    await expect(erased('fact_1')).rejects.toMatchObject({ type: 'not-found' });
  });

  it('holds nothing of what it erased, and not the name of the conversation', async () => {
    const { clock, ports, asked } = opened();
    await ports.graph.commit(scope, {
      nodes: [node('a', clock, { conversationId: 'XSECRETX', properties: { text: 'XSECRETX' } })],
    });
    await purge(everyKind, requestOf({ conversation_id: 'XSECRETX' }), asked, ports);
    expect(JSON.stringify(await Array.fromAsync(ports.graph.dump(scope)))).not.toContain('XSECRETX');
  });
});

describe('what hangs on a memory', () => {
  it('goes with the last that it hangs on, parts of parts included', async () => {
    const { clock, ports } = opened();
    const at = new Date(clock.now()).toISOString();
    const edge = (from: string, to: string) => ({ id: `${from}-${to}`, kind: 'part', from, to, createdAt: at });
    await ports.graph.commit(scope, {
      nodes: [
        node('e1', clock, { kind: 'Episode' }),
        node('e2', clock, { kind: 'Episode' }),
        node('own', clock, { kind: 'Error' }),
        node('shared', clock, { kind: 'Error' }),
        node('solution', clock, { kind: 'Solution' }),
        node('fact', clock),
      ],
      edges: [
        edge('e1', 'own'),
        edge('e1', 'shared'),
        edge('e2', 'shared'),
        edge('own', 'solution'),
        edge('own', 'shared'),
        edge('e1', 'fact'),
      ],
    });
    const found = async (...ids: readonly string[]) =>
      (await dependantsOf(scope, await ports.graph.get(scope, ids), ports.graph)).map(({ id }) => id).toSorted();
    expect(await found('e1')).toEqual(['own', 'solution']);
    expect(await found('e1', 'e2')).toEqual(['own', 'shared', 'solution']);
    expect(await found('fact')).toEqual([]);
  });
});
