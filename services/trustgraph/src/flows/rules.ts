import type { LoopRules, UnusableStep } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { Config } from '../config.ts';

/** How the loop behaves in a flow: as TrustGraph's own agents do, where clients or the model can see it. */
export function flowRules({ TRUSTGRAPH_UNKNOWN_TOOL }: Pick<Config, 'TRUSTGRAPH_UNKNOWN_TOOL'>): LoopRules {
  return {
    prose: 'unusable',
    readsToEnd: true,
    // The model of a flow is asked by its prompt service, which knows texts alone.
    callsNatively: false,
    // A flow's configuration says which tools its prompt shows.
    choosesTools: false,
    unknownTool: TRUSTGRAPH_UNKNOWN_TOOL === 'observation' ? 'observation' : noAction,
    unusableText: (step) => `Error: LLM parse error: ${unusableReason(step)}`,
    modelFailed: ({ message }, isAnswerStreamed) =>
      isAnswerStreamed ? `The model failed in the middle of its answer: ${message}` : message,
  };
}

function noAction(name: string): OperationError {
  return new OperationError('not-found', `No action for ${name}!`);
}

function unusableReason({ thought, text, reason }: UnusableStep): string {
  if (thought === '') return text === '' ? `Could not parse response: ${reason}` : `Could not parse response: ${text}`;
  const said = `Thought: ${thought}`;
  return text === thought
    ? `Response has thought but no action or final answer: ${said}`
    : `Could not parse response: ${said}; ${reason}`;
}
