import { OperationError } from '@agent-mem/contract';
import type { Caller, CallOptions } from '@agent-mem/messaging';
import type { Reply, Turn } from '@agent-mem/proxy';
import { createFailureLog } from '@agent-mem/runtime';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { createRemember, type StoredTurn } from './remember.ts';

interface Appended {
  readonly content: string;
  readonly idempotencyKey: string | undefined;
  accepted(): void;
  end(error?: OperationError): void;
}

/** Turns that are stored by a service that a test answers for. */
function remembering() {
  const appended: Appended[] = [];
  const lost: string[] = [];
  const { log, lines } = recordedLog();
  const call = (_service: string, _operation: string, request: { readonly content: string }, options: CallOptions) => {
    const ended = Promise.withResolvers<object>();
    appended.push({
      content: request.content,
      idempotencyKey: options.idempotencyKey,
      accepted: () => void options.accepted?.(),
      end: (error) => (error ? ended.reject(error) : ended.resolve({})),
    });
    return ended.promise;
  };
  // The double of one operation.
  const caller = { call } as unknown as Pick<Caller, 'call'>;
  return {
    remember: createRemember({
      log,
      failures: createFailureLog(log, { now: () => 0 }),
      metrics: { turnNotStored: (type) => void lost.push(type) },
    }),
    caller,
    appended,
    lost,
    lines,
  };
}

function turn(words: string, conversationId = 'c1'): StoredTurn {
  const last: Turn = { id: `turn of ${words}`, words, at: { offset: 0, before: '', after: '' } };
  return {
    conversationId,
    turns: { earlier: [], last, requestId: `request of ${words}` },
    user: 'anne',
    callerName: 'anne',
    model: 'm',
  };
}

const contents = (appended: readonly Appended[]) => appended.map(({ content }) => content);
const replied = async () => undefined;
const whole = (text: string): Reply => ({ text, isWhole: true, isOver: true, id: null });

test('turns of a conversation are stored one after another, and hold up no other conversation', async () => {
  const { remember, caller, appended } = remembering();
  remember.user(caller, turn('one'), replied);
  remember.assistant(caller, turn('one'), whole('first reply'));
  remember.user(caller, turn('elsewhere', 'c2'), replied);
  await vi.waitFor(() => expect(contents(appended)).toEqual(['one', 'elsewhere']));
  // It is stored, and can be found later.
  appended[0]?.accepted();
  await vi.waitFor(() => expect(contents(appended)).toEqual(['one', 'elsewhere', 'first reply']));
  for (const { end } of appended) end();
  await remember.settled();
});

test('one that cannot be stored holds up none behind it, and nothing of it rejects', async () => {
  const { remember, caller, appended, lost } = remembering();
  const failed = remember.user(caller, turn('one'), replied);
  const { findable } = remember.user(caller, turn('two'), replied);
  await vi.waitFor(() => expect(appended).toHaveLength(1));
  appended[0]?.end(new OperationError('unavailable', 'away'));
  await Promise.all([failed.stored, failed.findable]);
  await vi.waitFor(() => expect(contents(appended)).toEqual(['one', 'two']));
  appended[1]?.end(new OperationError('already-exists', 'stored with another reply'));
  await findable;
  expect(lost).toEqual(['unavailable']);
});

test('turns that cannot be stored for one reason are a line of the log', async () => {
  const { remember, caller, appended, lost, lines } = remembering();
  for (const words of ['one', 'two']) remember.user(caller, turn(words, words), replied);
  await vi.waitFor(() => expect(appended).toHaveLength(2));
  for (const { end } of appended) end(new OperationError('unavailable', 'away'));
  await vi.waitFor(() => expect(lost).toHaveLength(2));
  expect(lines).toMatchObject([{ type: 'unavailable', reason: 'away', msg: 'turns are not stored' }]);
});

test('users whose conversations have one name do not wait for one another', async () => {
  const { remember, caller, appended } = remembering();
  remember.user(caller, turn('one'), replied);
  remember.user(caller, { ...turn('another'), callerName: 'beth' }, replied);
  await vi.waitFor(() => expect(contents(appended)).toEqual(['one', 'another']));
  for (const { end } of appended) end();
  await remember.settled();
});

test('a repeat has the key of the first, and what broke off another one than the whole', async () => {
  const { remember, caller, appended } = remembering();
  const said = turn('one');
  const storing = [
    remember.user(caller, said, replied),
    remember.assistant(caller, said, { ...whole('In the'), isWhole: false }),
    remember.assistant(caller, said, whole('In the cellar')),
    remember.assistant(caller, said, whole(' ')),
  ];
  for (let at = 0; at < 3; at += 1) {
    await vi.waitFor(() => expect(appended).toHaveLength(at + 1));
    appended[at]?.end();
  }
  await Promise.all(storing.map(({ findable }) => findable));
  expect(appended.map(({ content, idempotencyKey }) => [content, idempotencyKey])).toEqual([
    ['one', 'proxy:user:turn of one'],
    ['In the\n[interrupted]', 'proxy:assistant:request of one:part'],
    ['In the cellar', 'proxy:assistant:request of one'],
  ]);
});
