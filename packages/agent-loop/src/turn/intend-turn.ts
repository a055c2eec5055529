import type { ModelStep } from '../reply/model-step.ts';
import type { Run } from '../run.ts';
import type { Tool } from '../tools/tool.ts';
import { findTool, fitArgs } from '../tools/tool-choice.ts';
import { type Awaits, callDigest, callIdOf, type IntendedCall, type IntendedTurn } from './intended-turn.ts';
import { needsApproval } from './needs-approval.ts';

/** A step that calls tools. */
export type CallingStep = Extract<ModelStep, { readonly kind: 'action' | 'calls' }>;

/** More calls of one turn are not made. */
const mostCalls = 16;
/** More are not even answered. */
const mostAnswered = 64;

/** What a turn is to do, with what each of its calls waits for. */
export function intendTurn(
  run: Run,
  offered: readonly Tool[],
  step: CallingStep,
  at: Pick<IntendedTurn, 'state' | 'recalledIds' | 'timestamp'> & { readonly position: number },
): IntendedTurn {
  const { position, ...rest } = at;
  const calls = step.kind === 'calls' ? step.calls : [step];
  const intended = calls.slice(0, mostAnswered).map(({ action, args, problem }, index): IntendedCall => {
    const callId = callIdOf(run.invocation.invocationId, position, index);
    const call = { callId, tool: action, args, digest: callDigest(action, args) };
    const tooMany = index >= mostCalls ? `at most ${mostCalls} calls are made at a time; this one was not` : null;
    const wrong = problem ?? tooMany;
    if (wrong !== null) return { ...call, problem: wrong, awaits: null };
    const tool = findTool(offered, action);
    const awaits = tool && awaitedBy(run, tool);
    if (!tool || awaits === null) return { ...call, problem: null, awaits: null };
    if (!run.mayWait) return { ...call, problem: cannotWait(tool), awaits: null };
    // Nobody is asked about arguments that the tool would refuse.
    const fitted = fitArgs(tool, args);
    return typeof fitted === 'string' ? { ...call, problem: fitted, awaits: null } : { ...call, problem: null, awaits };
  });
  return { thought: step.thought, calls: intended, ...rest };
}

function awaitedBy({ context: { config } }: Run, tool: Tool): Awaits | null {
  if (tool.awaits) return tool.awaits;
  return needsApproval(tool, config) ? 'approval' : null;
}

function cannotWait({ name }: Tool): string {
  return `${name} was not called: a person must approve each of its calls, and nobody can be asked in this run`;
}
