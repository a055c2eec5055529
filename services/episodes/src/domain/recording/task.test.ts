import type { InvocationStep } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { isTask } from './task.ts';

const step = (thought: string) => ({ thought }) as InvocationStep;

test.each([
  ['two steps in the world', [step(''), step('')], 2, true],
  ['one step', [step('I look it up')], 1, false],
  ['one step by a numbered plan', [step('My plan:\n1. look it up\n2. call them')], 1, true],
  ['a plan of steps without any in the world', [step('Step 1: ask\nStep 2: write')], 0, true],
  ['a single point', [step('1. look it up')], 1, false],
  ['a number at the beginning of a sentence', [step('2026 is far\n3 people come')], 1, false],
])('%s', (_, steps, inWorld, expected) => {
  expect(isTask({ steps }, steps.slice(0, inWorld))).toBe(expected);
});
