import { newId, OperationError } from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import { VersionConflict } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { incoming, loneService, notesService, repliesTo, scope } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { defineService, type Handlers } from '../service.ts';

const member = { user: 'u1' };

/** The facts service with these handlers. */
function factsWith(handlers: Handlers<'facts', object>) {
  return defineService({ name: 'facts', owns: ['Fact'], variables: {}, handlers });
}

test('a request is answered with every member named', async () => {
  const { dispatch } = loneService(notesService);
  const [stored] = await repliesTo(
    dispatch,
    incoming({ store: { content: 'Anne likes tea', ...member } }, { transport: 'command' }),
  );
  expect(stored).toMatchObject({ store: { fact_id: expect.stringMatching(/^fact_/), created: true }, error: null });
});

test('a malformed request is refused by the path of the member', async () => {
  const { dispatch } = loneService(factsWith({ retrieve: async () => ({ facts: [] }) }));
  const [reply] = await repliesTo(dispatch, incoming({ retrieve: { query: 'who?', top_k: 0 } }));
  expect(reply).toEqual({
    error: { type: 'invalid-argument', message: expect.stringMatching(/^retrieve\.top_k: /), retryable: false },
  });
});

test('an operation without a handler answers unimplemented, by name', async () => {
  const { dispatch } = loneService(notesService);
  const [reply] = await repliesTo(dispatch, incoming({ purge: {} }, { transport: 'command' }));
  expect(reply?.error).toMatchObject({ type: 'unimplemented', message: 'facts.purge is not implemented yet' });
});

test('work is not begun after the deadline', async () => {
  const get = vi.fn(async () => ({}));
  const { dispatch } = loneService(factsWith({ get }));
  const [reply] = await repliesTo(dispatch, incoming({ get: { fact_id: crypto.randomUUID() } }, { deadline: Date.now() - 1 }));
  expect(reply?.error?.type).toBe('deadline-exceeded');
  expect(get).not.toHaveBeenCalled();
});

test('a handler that never settles is abandoned at the deadline, with its signal aborted', async () => {
  const clock = turnedClock();
  let seen: AbortSignal | undefined;
  const hanging = factsWith({
    get: (_request, { signal }) => {
      seen = signal;
      return new Promise(() => undefined);
    },
  });
  const { dispatch } = loneService(hanging, { clock });
  const replies = repliesTo(dispatch, incoming({ get: { fact_id: crypto.randomUUID() } }, { deadline: clock.now() + 50 }));
  await vi.waitFor(() => expect(seen).toBeDefined());
  expect(seen?.aborted).toBe(false);
  await clock.advance(50);
  expect((await replies)[0]?.error?.type).toBe('deadline-exceeded');
  expect(seen?.aborted).toBe(true);
});

test('an answer does not abort the signal: what the handler left running may finish', async () => {
  let seen: AbortSignal | undefined;
  const get = async (_request: unknown, { signal }: { signal: AbortSignal }) => {
    seen = signal;
    return {};
  };
  const { dispatch } = loneService(factsWith({ get }));
  await repliesTo(dispatch, incoming({ get: { fact_id: crypto.randomUUID() } }));
  expect(seen?.aborted).toBe(false);
});

test('a caller that cancels is answered cancelled', async () => {
  const { dispatch } = loneService(notesService);
  const cancel = new AbortController();
  const request = incoming({ store: { content: '!hang' } }, { transport: 'grpc', signal: cancel.signal });
  const replies = repliesTo(dispatch, request);
  cancel.abort();
  expect((await replies)[0]?.error?.type).toBe('cancelled');
});

test('a bug in a handler is internal on the wire, and told only in the log', async () => {
  const { dispatch, lines } = loneService(notesService);
  const [reply] = await repliesTo(dispatch, incoming({ store: { content: '!bug' } }));
  expect(reply?.error?.type).toBe('internal');
  expect(JSON.stringify(reply)).not.toContain('cannot read');
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, err: expect.objectContaining({ type: 'TypeError' }) }));
});

test('logs name operation, id and trace, and never content', async () => {
  const { dispatch, lines } = loneService(notesService);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await repliesTo(dispatch, incoming({ store: { content: 'a secret wish' } }, { id: 'r1', traceparent, transport: 'command' }));
  await repliesTo(dispatch, incoming({ store: { content: 'a secret wish', visibility: 'a secret' } }, { id: 'r2' }));
  expect(lines).toContainEqual(
    expect.objectContaining({ service: 'facts', operation: 'store', id: 'r1', trace: traceparent, ms: expect.any(Number) }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ id: 'r2', error: 'invalid-argument' }));
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('figures are kept by service, operation and transport', async () => {
  const { dispatch, metrics } = loneService(notesService);
  await repliesTo(dispatch, incoming({ store: { content: 'one' } }, { transport: 'command', attempt: 2 }));
  await repliesTo(dispatch, incoming({ nonsense: {} }));
  const text = await metrics.registry.metrics();
  expect(text).toContain('agentmem_requests_total{service="facts",operation="store",door="command"} 1');
  expect(text).toContain('agentmem_redeliveries_total{service="facts",operation="store",door="command"} 1');
  expect(text).toContain('agentmem_requests_in_flight{service="facts",operation="store",door="command"} 0');
  expect(text).toContain('agentmem_request_seconds_count{service="facts",operation="store",door="command"} 1');
  expect(text).toContain('agentmem_errors_total{service="facts",operation="unknown",door="query",type="invalid-argument"} 1');
});

test('a repeated command with the same key has one effect and the same answer', async () => {
  const { dispatch, ports } = loneService(factsWith({ store: storeAlways }));
  const request = () =>
    incoming({ store: { content: 'Anne likes tea', ...member } }, { transport: 'command', idempotencyKey: 'k1' });
  const [first] = await repliesTo(dispatch, request());
  const [second] = await repliesTo(dispatch, request());
  expect(second).toEqual(first);
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});

test('repeats that meet have one effect and the same answer', async () => {
  const { dispatch, ports } = loneService(factsWith({ store: storeAlways }));
  const request = () =>
    incoming({ store: { content: 'Anne likes tea', ...member } }, { transport: 'command', idempotencyKey: 'k1' });
  const replies = await Promise.all([1, 2, 3].map(() => repliesTo(dispatch, request())));
  expect(new Set(replies.map(([reply]) => JSON.stringify(reply))).size).toBe(1);
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});

test('where another process was faster, its kept answer is given', async () => {
  const { dispatch, ports } = loneService(factsWith({ store: storeAlways }));
  const elsewhere = loneService(factsWith({ store: storeAlways }), { graph: ports.graph });
  const request = () =>
    incoming({ store: { content: 'Anne likes tea', ...member } }, { transport: 'command', idempotencyKey: 'k1' });
  const [[here], [there]] = await Promise.all([repliesTo(dispatch, request()), repliesTo(elsewhere.dispatch, request())]);
  expect(here).toEqual(there);
  expect(await ports.graph.count(scope, { kinds: ['Fact'] })).toBe(1);
});

test('the same key with another body is refused', async () => {
  const { dispatch } = loneService(notesService);
  await repliesTo(dispatch, incoming({ store: { content: 'one' } }, { idempotencyKey: 'k1' }));
  const [reply] = await repliesTo(dispatch, incoming({ store: { content: 'two' } }, { idempotencyKey: 'k1' }));
  expect(reply?.error).toMatchObject({ type: 'already-exists', message: expect.stringMatching(/^idempotency_key: /) });
});

test('commands for the same thing run one after the other, others at once', async () => {
  const running: string[] = [];
  const gates = new Map<string, () => void>();
  const slow = factsWith({
    store: async ({ content, source }) => {
      running.push(source);
      await new Promise<void>((resolve) => gates.set(source, resolve));
      return { fact_id: content };
    },
  });
  const { dispatch } = loneService(slow);
  const send = (content: string, source: string) =>
    repliesTo(dispatch, incoming({ store: { content, source } }, { transport: 'command' }));
  const all = [send('tea', 'a'), send('tea', 'b'), send('coffee', 'c')];
  await vi.waitFor(() => expect(running).toEqual(['a', 'c']));
  gates.get('a')?.();
  await vi.waitFor(() => expect(running).toEqual(['a', 'c', 'b']));
  for (const open of gates.values()) open();
  await Promise.all(all);
});

test('a journaled command holds up nobody', async () => {
  const compress = vi.fn(() => new Promise<never>(() => undefined));
  const memory = defineService({
    name: 'working-memory',
    owns: [],
    variables: {},
    handlers: { compress },
    journaled: ['compress'],
  });
  const { dispatch, stop } = loneService(memory);
  const request = incoming({ compress: { invocation_id: crypto.randomUUID() } }, { transport: 'command' });
  const both = [repliesTo(dispatch, request), repliesTo(dispatch, request)];
  await vi.waitFor(() => expect(compress).toHaveBeenCalledTimes(2));
  stop.abort();
  await Promise.allSettled(both);
});

test('a command that waits behind another is answered at its deadline, and not begun later', async () => {
  const clock = turnedClock();
  const begun: string[] = [];
  let finish = () => {};
  const slow = factsWith({
    store: async ({ source }) => {
      begun.push(source);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return {};
    },
  });
  const { dispatch } = loneService(slow, { clock });
  const first = repliesTo(dispatch, incoming({ store: { content: 'tea', source: 'first' } }, { transport: 'command' }));
  const late = incoming({ store: { content: 'tea', source: 'second' } }, { transport: 'command', deadline: clock.now() + 10 });
  const second = repliesTo(dispatch, late);
  await vi.waitFor(() => expect(begun).toEqual(['first']));
  await clock.advance(10);
  expect((await second)[0]?.error?.type).toBe('deadline-exceeded');
  finish();
  await first;
  expect(begun).toEqual(['first']);
});

test('a handler that met another writer is called again', async () => {
  let calls = 0;
  const contended = factsWith({
    delete: async () => {
      calls += 1;
      if (calls < 4) throw new VersionConflict(['fact_1']);
      return { success: true };
    },
  });
  const { dispatch } = loneService(contended);
  const [reply] = await repliesTo(dispatch, incoming({ delete: { fact_id: crypto.randomUUID() } }));
  expect(reply).toEqual({ delete: { success: true }, error: null });
  expect(calls).toBe(4);
});

test('a conflict that does not end is aborted, which may be tried again', async () => {
  const { dispatch } = loneService(factsWith({ delete: () => Promise.reject(new VersionConflict(['fact_1'])) }));
  const [reply] = await repliesTo(dispatch, incoming({ delete: { fact_id: crypto.randomUUID() } }));
  expect(reply?.error).toMatchObject({ type: 'aborted', retryable: true });
});

test('a command whose service stops, or whose delivery is taken back, was not cancelled: it may be delivered again', async () => {
  const { dispatch, stop } = loneService(notesService);
  const command = (signal: AbortSignal) => incoming({ store: { content: '!hang' } }, { transport: 'command', signal });
  const replies = repliesTo(dispatch, command(new AbortController().signal));
  stop.abort();
  expect((await replies)[0]?.error).toMatchObject({ type: 'unavailable', retryable: true });
  expect((await repliesTo(dispatch, command(AbortSignal.abort())))[0]?.error?.type).toBe('unavailable');
  const cancelled = AbortSignal.abort(new OperationError('cancelled', 'enough'));
  expect((await repliesTo(loneService(notesService).dispatch, command(cancelled)))[0]?.error?.type).toBe('cancelled');
});

test('a refusal of the domain is an answer, whatever the transport', async () => {
  const refusing = factsWith({ delete: () => Promise.reject(new OperationError('not-found', 'Fact f not found')) });
  const { dispatch } = loneService(refusing);
  const [reply] = await repliesTo(dispatch, incoming({ delete: { fact_id: crypto.randomUUID() } }, { transport: 'command' }));
  expect(reply?.error).toEqual({ type: 'not-found', message: 'Fact f not found', retryable: false });
});

test('what a handler accepts is reported to the transport', async () => {
  const accepting = factsWith({
    store: async (_request, context) => {
      context.accepted();
      throw new Error('later');
    },
  });
  const { dispatch } = loneService(accepting);
  const accepted = vi.fn();
  const [reply] = await repliesTo(dispatch, incoming({ store: { content: 'tea' } }, { transport: 'command', accepted }));
  expect(accepted).toHaveBeenCalledOnce();
  expect(reply?.error?.type).toBe('internal');
});

test('a request’s trace goes on to those the handler asks', async () => {
  const call = vi.fn(async () => ({}));
  // A caller's answers are typed by the operation, which one function for all cannot follow.
  const caller = { call } as unknown as Caller;
  const asking = factsWith({
    get: async (_request, context) => {
      await context.caller.call('episodes', 'list', {}, { timeoutMs: 5 });
      return {};
    },
  });
  const { dispatch } = loneService(asking, { caller });
  await repliesTo(dispatch, incoming({ get: { fact_id: crypto.randomUUID() } }, { traceparent: '00-trace' }));
  expect(call).toHaveBeenCalledWith('episodes', 'list', {}, { timeoutMs: 5, traceparent: '00-trace' });
});

/** Writes another fact at each call: only the kit keeps its effect to one. */
const storeAlways: NonNullable<Handlers<'facts', object>['store']> = async ({ content }, { graph, scope }) => {
  const answer = { fact_id: `fact_${crypto.randomUUID()}`, created: true };
  const now = new Date().toISOString();
  const node = { id: answer.fact_id, kind: 'Fact', createdAt: now, updatedAt: now, properties: { content } } as const;
  await graph.commit(scope, { nodes: [node] }, answer);
  return answer;
};

test('a follow-up adds to the answer and to that of a repeat, says when the message may be acknowledged, and holds up no other command', async () => {
  let seen = 0;
  const first = Promise.withResolvers<void>();
  const service = defineService({
    name: 'facts',
    owns: ['Fact'],
    variables: {},
    handlers: {
      async delete(_request, { graph, scope: at }) {
        await graph.commit(at, {}, { success: false });
        return { success: false };
      },
    },
    followUps: {
      async delete(_request, answer, context) {
        context.accepted();
        seen += 1;
        if (seen === 1) await first.promise;
        return { ...answer, success: true };
      },
    },
  });
  const { dispatch } = loneService(service);
  const accepted = vi.fn();
  const fact_id = newId('fact');
  const command = (idempotencyKey: string) =>
    repliesTo(dispatch, incoming({ delete: { fact_id, ...member } }, { transport: 'command', idempotencyKey, accepted }));
  const followed = [{ delete: { success: true }, error: null }];
  const waiting = command('k1');
  await vi.waitFor(() => expect(seen).toBe(1));
  expect(accepted).toHaveBeenCalledOnce();
  // Of the same fact, and behind the first.
  expect(await command('k2')).toEqual(followed);
  expect(await command('k1')).toEqual(followed);
  first.resolve();
  expect(await waiting).toEqual(followed);
});
