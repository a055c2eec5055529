import type { GraphNode, JsonObject, NodeKind } from '@agent-mem/storage';
import { expect, test } from 'vitest';
import { Turns, type WrittenNode } from './turns.ts';

function written(id: string, kind: NodeKind, properties: JsonObject): WrittenNode {
  // Of a node nothing else is read here.
  const node = { id, kind, conversationId: 'trip', status: 'ACTIVE', version: 1, properties } as unknown as GraphNode;
  return { node, paths: [id] };
}

const message = (id: string, role: string, invocation: string | null) =>
  written(id, 'Message', { role, metadata: invocation === null ? {} : { invocation_id: invocation } });
const turn = (name: string) => [message(`${name}-question`, 'user', name), message(`${name}-answer`, 'assistant', name)];
const fact = (id: string, invocation: string | null, replaced_by: string | null = null) =>
  written(id, 'Fact', {
    evidence: invocation === null ? null : { message_id: 'msg_1', invocation_id: invocation, quote: '' },
    replaced_by,
  });
const pathsOf = (commits: readonly { readonly paths: readonly string[] }[]) => commits.map(({ paths }) => paths);

test('what was learned goes with the turn that taught it, also while the next one is open', () => {
  const turns = new Turns();
  expect(turns.take(turn('inv_1'), 0)).toEqual([]);
  expect(turns.take([...turn('inv_2'), fact('porto', 'inv_2'), fact('lisbon', 'inv_1', 'porto')], 1_000)).toEqual([]);
  expect(turns.over(2_999)).toEqual([]);
  expect(turns.over(3_000)).toEqual([
    { paths: ['inv_1-question', 'inv_1-answer', 'lisbon'], message: 'Turn of trip' },
    { paths: ['inv_2-question', 'inv_2-answer', 'porto'], message: 'Turn of trip' },
  ]);
});

test('what a turn superseded goes with it, whether or not its own turn is over', () => {
  const turns = new Turns();
  turns.take([...turn('inv_2'), fact('porto', 'inv_2')], 0);
  expect(turns.take([fact('lisbon', 'inv_1', 'porto'), fact('stored', null, 'porto')], 1_000)).toEqual([]);
  expect(pathsOf(turns.over(3_000))).toEqual([['inv_2-question', 'inv_2-answer', 'porto', 'lisbon', 'stored']]);
});

test('what is learned of a turn that is over has a commit of its own, and is no part of the next turn', () => {
  const turns = new Turns();
  turns.take(turn('inv_2'), 0);
  expect(turns.take([fact('lisbon', 'inv_1')], 1_000)).toEqual([{ paths: ['lisbon'], message: 'Fact lisbon is stored' }]);
});

test('messages that no invocation has are of one turn until the next question', () => {
  const turns = new Turns();
  const asked = (name: string) => [message(`${name}-q`, 'user', null), message(`${name}-a`, 'assistant', null)];
  expect(pathsOf(turns.take([...asked('first'), ...asked('second')], 0))).toEqual([['first-q', 'first-a']]);
  expect(pathsOf(turns.over(0, true))).toEqual([['second-q', 'second-a']]);
});

test('an answer of the same millisecond as its question goes with it, whichever comes first', () => {
  const turns = new Turns();
  const [question, answer] = [message('q', 'user', null), message('a', 'assistant', null)];
  const placed = ({ node, paths }: WrittenNode, ordinal: number) => ({ node: { ...node, ordinal }, paths });
  expect(turns.take([placed(answer, 2), placed(question, 1)], 0)).toEqual([]);
  expect(pathsOf(turns.over(0, true))).toEqual([['q', 'a']]);
});
