import type { ChatCall } from '@agent-mem/llm';
import { plainText } from '../bounded-text.ts';
import { readArgs } from './json-args.ts';
import type { ModelStep } from './model-step.ts';

/** A name longer than this names no tool; in characters. */
const longestName = 256;

/** The step of a model that has called functions beside its text: the text is what it thought. */
export function withCalls(step: ModelStep, calls: readonly ChatCall[]): ModelStep {
  if (calls.length === 0) return step;
  const wanted = calls.map(({ name, arguments: args }) => ({
    action: plainText(name.slice(0, longestName)).trim(),
    ...readArgs(plainText(args).trim()),
  }));
  return { kind: 'calls', thought: thoughtOf(step), calls: wanted };
}

function thoughtOf(step: ModelStep): string {
  if (step.thought !== '') return step.thought;
  if (step.kind === 'answer') return step.answer;
  return step.kind === 'unusable' ? step.text : '';
}
