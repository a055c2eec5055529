import { memoryTool } from '@agent-mem/memory-tools';
import type { Run } from '../run.ts';
import type { StepRecord } from '../step-record.ts';
import { closestTools } from './closest-tools.ts';
import type { Tool } from './tool.ts';
import { findTool, offeredTools } from './tool-choice.ts';
import { finderName, foundTools, toolFinder } from './tool-finder.ts';
import { availableTools } from './tool-source.ts';

/** The tools of one step. */
export interface ToolsOfStep {
  /** All that the model may call. */
  readonly offered: readonly Tool[];
  /** Those that the prompt describes. */
  readonly shown: readonly Tool[];
}

/**
 * What a step in this state of the task may call. Of more than TOOLS_IN_PROMPT the prompt shows those that the run has used or found, those of memory, those
 * closest to the question, and one that finds the others.
 */
export async function toolsOfStep(run: Run, state: string, before: readonly StepRecord[]): Promise<ToolsOfStep> {
  const available = await availableTools(run.tools, run.signal);
  const offered = offeredTools(available, run.request.group, state);
  const most = run.context.config.TOOLS_IN_PROMPT;
  if (!run.rules.choosesTools || offered.length <= most) return { offered, shown: offered };

  const finder = toolFinder(run, offered);
  const closest = await closestTools(run.context, offered, run.request.question, run.signal);
  const shown = new Set([...(await toolsOfBefore(run, offered, before)), ...offered.filter(isAlwaysShown), ...closest]);
  return { offered: [...offered, finder], shown: [...[...shown].slice(0, most - 1), finder] };
}

/** Those that the steps before have called, or found: the newest first. */
async function toolsOfBefore(run: Run, offered: readonly Tool[], before: readonly StepRecord[]): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  for (const { step } of before.toReversed()) {
    if (step.action === finderName) tools.push(...(await foundTools(run, offered, queryOf(step.arguments))));
    else tools.push(...[findTool(offered, step.action)].filter((tool) => tool !== null));
  }
  return tools;
}

function isAlwaysShown({ name, awaits }: Tool): boolean {
  return memoryTool(name) !== null || awaits !== undefined;
}

function queryOf(json: string): string {
  const { query } = JSON.parse(json) as { readonly query?: unknown };
  return typeof query === 'string' ? query : '';
}
