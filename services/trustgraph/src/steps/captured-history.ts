import { outputOf } from '@agent-mem/agent-loop';
import type { AgentRequest } from '@agent-mem/trustgraph';
import type { FlowRunMemory } from '../memory/memory.ts';

/** The request with the long observations of its history captured: those of a caller, or of an agent that is not ours. Without memory they stay as they are. */
export async function withCapturedHistory(
  request: AgentRequest,
  { capture, isOn }: Pick<FlowRunMemory, 'capture' | 'isOn'>,
  signal: AbortSignal,
): Promise<AgentRequest> {
  if (!isOn || !request.history.some(({ observation }) => capture.isLong(observation))) return request;
  const history = [];
  for (const [index, step] of request.history.entries()) {
    const content = step.observation;
    const about = { ...outputOf(step.action, JSON.stringify(step.arguments)), succeeded: true, repeatKey: `history/${index}` };
    history.push(
      capture.isLong(content) ? { ...step, observation: await capture.hold({ ...about, output: { content } }, signal) } : step,
    );
  }
  return { ...request, history };
}
