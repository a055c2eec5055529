import type { Tool } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { FlowRunMemory } from '../memory/memory.ts';
import type { Step } from '../steps/step.ts';
import type { ToolContext } from './tool-type.ts';

/**
 * The tools of a step, as configuration has them now, of the groups that were asked for: none said is `default`, and an empty list is none at all. Those of memory replace
 * others of their name. Rejects as the stock agent does where, without memory, nothing at all is configured.
 */
export function toolsOfStep(
  { agent, context, call, flow, records }: Step,
  memory: Pick<FlowRunMemory, 'isOn' | 'tools'>,
  toolContext: ToolContext,
): readonly Tool[] {
  const own = agent.stateOf(flow).tools.read(flow);
  const isConfigured = ['tool', 'tool-service'].some((type) => Object.keys(flow.settings(type)).length > 0);
  const isAnything = memory.isOn || isConfigured || own.length > 0 || agent.tools.length > 0;
  // The error of the limit comes first.
  if (!isAnything && records.length < context.config.MAX_ITERATIONS)
    throw new OperationError('failed-precondition', `No agent configuration for workspace ${flow.entry.workspace}`);
  const others = [...own.map((tool) => tool(toolContext)), ...agent.tools].filter(
    ({ name }) => !memory.tools.some((tool) => tool.name === name),
  );
  const groups = call.request.group ?? ['default'];
  return [...others, ...memory.tools].filter(
    ({ groups: of = ['default'] }) => groups.includes('*') || of.some((group) => groups.includes(group)),
  );
}
