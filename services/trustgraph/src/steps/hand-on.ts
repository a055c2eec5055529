import { findTool, type StepRecord, type Tool } from '@agent-mem/agent-loop';
import { observationExplained } from '../explain/explain.ts';
import { boundedRequest } from './bounded-request.ts';
import { type Carried, restOf } from './carried.ts';
import type { Step } from './step.ts';
import { wireStep } from './wire-step.ts';

/** Reports what came of the action, and hands the question on to the agent of the flow that takes the next step. */
export async function handOn(
  { agent, context, call, names, number, flowRun, report, records }: Step,
  record: StepRecord,
  {
    offered,
    traced,
    ...rest
  }: Pick<Carried, 'usage' | 'memory'> & { readonly offered: readonly Tool[]; readonly traced: string },
): Promise<void> {
  const { request } = call;
  const { step, unusable } = record;
  const tool = unusable ? null : findTool(offered, step.action);
  if (tool) context.metrics.flowRun.toolCalled(agent.processorId, tool.name, step.duration_ms, step.success);
  const id = names.observation(number);
  const isStored = await report.store({ id, title: 'Agent Observation', text: step.observation });
  const error = step.success ? null : step.observation.replace(/^Error: /, '');
  await report.explain(observationExplained(names, number, { from: traced, isStored, toolMs: step.duration_ms, error }));
  const { startedAt, steps } = flowRun.carried;
  // As many as the history has, also after a step that another agent took.
  const before = records.map((known, index) => steps[index] ?? restOf(known));
  const carried: Carried = { startedAt, steps: [...before, restOf(record)], ...rest };
  const next = {
    ...request,
    session_id: flowRun.sessionId,
    state: tool === null ? request.state : record.state || 'undefined',
    // The other patterns were not followed: who goes on must not take them up in the middle.
    pattern: request.pattern === '' ? '' : 'react',
    history: [...request.history, wireStep(record)],
  };
  await call.next(boundedRequest(next, carried));
}
