import { OperationError, type Scope } from '@agent-mem/contract';
import type { AgentContext } from '../agent-context.ts';
import { type RunTrace, readTrace } from '../journal/traces.ts';
import { readRun } from '../waiting/waiting-run.ts';

/** The run of an invocation that waits, or has ended and is stored still. Rejects with `not-found` for any other. */
export async function runToFork(
  { graph, keyValue }: Pick<AgentContext, 'graph' | 'keyValue'>,
  scope: Scope,
  invocationId: string,
): Promise<RunTrace> {
  const trace = await readTrace(keyValue, scope, invocationId);
  if (trace) return trace;
  const waiting = (await readRun(graph, scope, invocationId))?.run;
  const request = waiting?.entry.request;
  if (waiting?.state === 'waiting' && request) return { invocation: waiting.entry.invocation, request, steps: waiting.steps };
  const sentence = `invocation_id: ${invocationId} has no steps to begin behind: it took none, it ended longer than FORK_TTL_HOURS ago, or it is not known here`;
  throw new OperationError('not-found', sentence);
}
