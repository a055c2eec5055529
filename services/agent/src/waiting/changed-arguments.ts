import { availableTools, findTool, fitArgs, loopMemoryTools, type ToolOrigin } from '@agent-mem/agent-loop';
import { type CallDecision, OperationError } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { argumentsOf } from './decide.ts';
import { readRun } from './waiting-run.ts';

/** Throws `invalid-argument` that names changed arguments which their tool would refuse. A tool that is away checks them when it is called. */
export async function checkChangedArguments(
  context: HandlerContext<Config>,
  invocationId: string,
  decisions: readonly CallDecision[],
  origins: readonly ToolOrigin[],
): Promise<void> {
  if (!decisions.some(({ decision }) => decision === 'change')) return;
  const stored = await readRun(context.graph, context.scope, invocationId);
  const tools = await availableTools([...loopMemoryTools(context), ...origins], context.signal);
  for (const [index, decision] of decisions.entries()) {
    if (decision.decision !== 'change') continue;
    const call = stored?.run.begun.turn.calls.find(({ callId }) => callId === decision.call_id);
    const tool = call && findTool(tools, call.tool);
    const at = `decisions[${index}]`;
    const fitted = tool ? fitArgs(tool, argumentsOf(decision, at)) : null;
    if (typeof fitted === 'string') throw new OperationError('invalid-argument', `${at}.arguments: ${fitted}`);
  }
}
