import type { AgentRequest } from '@agent-mem/contract';
import type { Capture, Captured } from './capture.ts';

/** The request with the long observations of its history captured, as those of the steps taken here are. */
export async function captureHistory(request: AgentRequest, capture: Capture, signal: AbortSignal): Promise<AgentRequest> {
  if (!request.history.some(({ observation }) => capture.isLong(observation))) return request;
  const history = [];
  for (const [index, step] of request.history.entries()) {
    if (!capture.isLong(step.observation)) {
      history.push(step);
      continue;
    }
    const captured = {
      ...outputOf(step.action, JSON.stringify(step.arguments)),
      output: { content: step.observation },
      succeeded: step.success ?? true,
      repeatKey: `history/${index}`,
    };
    history.push({ ...step, observation: await capture.hold(captured, signal) });
  }
  return { ...request, history };
}

/** How the output of an action is described. */
export function outputOf(action: string, args: string): Pick<Captured, 'kind' | 'description'> {
  const name = action === '' ? 'observation' : action;
  return { kind: 'command_output', description: args === '{}' ? name : `${name} ${args}` };
}
