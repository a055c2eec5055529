import type { Run } from '../run.ts';
import type { Tool } from './tool.ts';
import { offeredTools } from './tool-choice.ts';
import { availableTools } from './tool-source.ts';

/** The tools of one step. */
export interface ToolsOfStep {
  /** All that the model may call. */
  readonly offered: readonly Tool[];
  /** Those that the prompt describes. */
  readonly shown: readonly Tool[];
}

/** What a step in this state of the task may call. */
export async function toolsOfStep(run: Pick<Run, 'tools' | 'request' | 'signal'>, state: string): Promise<ToolsOfStep> {
  const available = await availableTools(run.tools, run.signal);
  const offered = offeredTools(available, run.request.group, state);
  return { offered, shown: offered };
}
