import { createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { agentRequestMessage } from '@agent-mem/trustgraph';
import { expect, test } from 'vitest';
import { canonicalInvocationId, noteAnswered } from './memory-repeat.ts';

const clientPatienceMs = 120_000;

function asking() {
  const clock = turnedClock();
  const context = { clock, keyValue: createMemoryKeyValue({ clock }) };
  const request = (conversation_id: string) => agentRequestMessage.make({ question: 'What?', conversation_id });
  return {
    clock,
    ask: (id: string, conversation = '') => canonicalInvocationId(context, scope, request(conversation), id),
    answer: (id: string, conversation = '') => noteAnswered(context, scope, request(conversation), id),
  };
}

test('two clients that ask the same at once, in no conversation or in two, have an invocation each', async () => {
  const { ask } = asking();
  expect(await ask('inv_1')).toBe('inv_1');
  expect(await ask('inv_2')).toBe('inv_2');
  expect(await ask('inv_3', 'c')).toBe('inv_3');
  expect(await ask('inv_4', 'd')).toBe('inv_4');
});

test('in a conversation a question is a repeat while the first has no answer, and another one behind it', async () => {
  const { ask, answer } = asking();
  await ask('inv_1', 'c');
  expect(await ask('inv_2', 'c')).toBe('inv_1');
  await answer('inv_1', 'c');
  expect(await ask('inv_3', 'c')).toBe('inv_3');
});

test('a question is a repeat that comes when clients lose patience, counted from the first step of the first', async () => {
  const { clock, ask } = asking();
  await ask('inv_1');
  await clock.advance(clientPatienceMs / 2);
  // A later step of the same question that lost what it carried.
  await ask('inv_1');
  await clock.advance(clientPatienceMs / 2);
  expect(await ask('inv_2')).toBe('inv_1');
});

test('the end of another question says nothing of this one', async () => {
  const { ask, answer } = asking();
  await ask('inv_1', 'c');
  await answer('inv_2', 'c');
  expect(await ask('inv_3', 'c')).toBe('inv_1');
});
