import type { StepRecord } from '@agent-mem/agent-loop';
import { type AgentStep, agentStepMessage } from '@agent-mem/trustgraph';
import { pythonText } from './python-text.ts';

/** What TrustGraph calls the action of a text that could not be read. */
export const parseError = '__parse_error__';
/** What it calls the only step of a sub-agent that has its answer. */
const completion = 'subagent-completion';

/** A step as it travels in `history`, where any agent of the flow reads it. */
export function wireStep({ step, unusable }: StepRecord): AgentStep {
  return agentStepMessage.make({
    thought: step.thought,
    action: unusable ? parseError : step.action,
    arguments: wireArguments(step.arguments),
    observation: step.observation,
  });
}

/** How a sub-agent sends its supervisor the answer. */
export function completionStep(answer: string): AgentStep {
  return agentStepMessage.make({
    thought: 'Subagent completed',
    action: 'complete',
    observation: answer,
    step_type: completion,
  });
}

/** Whether the last step is the answer of a sub-agent, for its supervisor. */
export function isCompletion(history: readonly AgentStep[]): boolean {
  return history.at(-1)?.step_type === completion;
}

/** JSON arguments as strings, each as Python writes it. */
function wireArguments(json: string): Record<string, string> {
  const args: unknown = JSON.parse(json);
  if (typeof args !== 'object' || args === null) return {};
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pythonText(value)]));
}
