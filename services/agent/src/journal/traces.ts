import type { Invocation, StepRecord } from '@agent-mem/agent-loop';
import type { AgentRequest, Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import { type EndedEntry, written } from './journal-entry.ts';
import { readSteps } from './steps.ts';

/** A run, as far as another may begin from it. */
export interface RunTrace {
  readonly invocation: Invocation;
  readonly request: AgentRequest;
  readonly steps: readonly StepRecord[];
}

const traceKey = (invocationId: string) => `agent/trace/${invocationId}`;

/** Stores the steps of an invocation that has ended, if it took any. */
export async function writeTrace(keyValue: KeyValue, scope: Scope, ended: EndedEntry, ttlMs: number): Promise<void> {
  const { invocation, request } = ended;
  const steps = await readSteps(keyValue, scope, ended);
  if (!request || steps.length === 0) return;
  const trace: RunTrace = { invocation, request, steps };
  await keyValue.set(scope, traceKey(invocation.invocationId), written(trace, ended), { ttlMs });
}

/** `null`: it took no step, has not ended, or its steps are no more stored. */
export async function readTrace(keyValue: KeyValue, scope: Scope, invocationId: string): Promise<RunTrace | null> {
  const found = await keyValue.get(scope, traceKey(invocationId));
  return found && (JSON.parse(found.value) as RunTrace);
}
