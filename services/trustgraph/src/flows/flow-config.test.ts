import { createLogger, readConfig } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { variables } from '../config.ts';
import { flowConfig } from './flow-config.ts';

const log = createLogger({ level: 'silent' });

function thresholdOf(parameters: Readonly<Record<string, string>>, environment: Readonly<Record<string, string>> = {}) {
  const flow = { entry: { workspace: 'w', flow: 'f', topics: {}, parameters }, settings: () => ({}) };
  const reported = new Set<string>();
  const config = flowConfig(flow, [], readConfig(variables, environment), { log, reported });
  return { threshold: config.WORKING_MEMORY_THRESHOLD, reported: [...reported] };
}

it('takes a share of the window that the flow names, else of that of the process', () => {
  const share = { 'working-memory-threshold': '50%' };
  expect(thresholdOf({ ...share, 'llm-context-tokens': '8192' }, { LLM_CONTEXT_TOKENS: '100000' }).threshold).toBe(4_096);
  expect(thresholdOf(share, { LLM_CONTEXT_TOKENS: '100000' }).threshold).toBe(50_000);
});

it('passes a share over where there is no window, and reports it', () => {
  const { threshold, reported } = thresholdOf({ 'working-memory-threshold': '50%' });
  expect(threshold).toBe(2_000);
  expect(reported).toEqual(['parameters working-memory-threshold 50%']);
});

it('reports a name that is near to one of its settings, and no name of TrustGraph’s', () => {
  const ours = { memory_scope: 'conversation', 'memory-scope-token': 't', 'memory-token': 't' };
  const theirs = { model: 'm', temperature: '0.3', 'max-output': '2048', 'additional-context': 'A ship' };
  expect(thresholdOf({ ...ours, ...theirs }).reported).toEqual(['parameters memory_scope']);
});
