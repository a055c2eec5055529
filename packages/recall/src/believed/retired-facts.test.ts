import type { Fact } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { holdsNothingRetired } from './retired-facts.ts';

const at = (minute: number) => `2026-11-01T10:0${minute}:00.000Z`;
// Of a fact no other member is read here.
const fact = (members: Partial<Fact>) => ({ content: '', evidence: null, replaced_by: null, valid_to: null, ...members }) as Fact;
const text = (said: string, minute: number, invocationId: string | null = null, messageId: string | null = null) => ({
  texts: [said],
  invocationId,
  messageId,
  at: at(minute),
  isOwn: false,
});

it('where it is not known what is retired, only the conversation that is shown shows what it said', () => {
  const mayBeShown = holdsNothingRetired(null);
  expect([mayBeShown(text('I live in Rome', 1)), mayBeShown({ ...text('I live in Rome', 1), isOwn: true })]).toEqual([
    false,
    true,
  ]);
});

it('a turn that a retired fact was learned from is not shown, whatever it says', () => {
  const evidence = { message_id: '', invocation_id: 'inv_1', quote: '' };
  const mayBeShown = holdsNothingRetired([
    fact({ content: 'The user lives in Rome', evidence, replaced_by: 'fact_2', valid_to: at(5) }),
  ]);
  expect(mayBeShown(text('Nothing of that', 1, 'inv_1'))).toBe(false);
  expect(mayBeShown(text('Nothing of that', 1, 'inv_2'))).toBe(true);
});

it('a message that a deleted fact was learned from is not shown, whatever it says, and one of a replaced fact is', () => {
  const evidence = { message_id: 'msg_1', invocation_id: '', quote: '' };
  const deleted = holdsNothingRetired([fact({ content: 'The user has a dog', evidence })]);
  expect(deleted(text('I have a dog', 1, null, 'msg_1'))).toBe(false);
  expect(deleted(text('I have a dog', 1, null, 'msg_2'))).toBe(true);
  const replaced = holdsNothingRetired([
    fact({ content: 'The user has a dog', evidence, replaced_by: 'fact_2', valid_to: at(5) }),
  ]);
  expect(replaced(text('I have a dog and a cat', 1, null, 'msg_1'))).toBe(true);
});

it('what was replaced may be spoken of afterwards, and not as it was before', () => {
  const mayBeShown = holdsNothingRetired([fact({ content: 'The user lives in Rome', replaced_by: 'fact_2', valid_to: at(5) })]);
  expect(mayBeShown(text('I live in Rome.', 4))).toBe(false);
  expect(mayBeShown(text('I do not live in Rome any more.', 6))).toBe(true);
  expect(mayBeShown(text('I live in Milan. Rome was nice.', 4))).toBe(true);
});

it('what was deleted and not replaced is not shown at any time', () => {
  const mayBeShown = holdsNothingRetired([fact({ content: 'The safe opens with code 4711' })]);
  expect(mayBeShown(text('Forget that the safe opens with code 4711', 6))).toBe(false);
  expect(mayBeShown(text('The safe is green', 6))).toBe(true);
});

it('a fact that another program wrote of "User" is found in what the user said', () => {
  const mayBeShown = holdsNothingRetired([fact({ content: 'User has a dog called Rex' })]);
  expect(mayBeShown(text('I have a dog called Rex', 1))).toBe(false);
  expect(mayBeShown(text('I have a cat', 1))).toBe(true);
});
