import type { Registry } from 'prom-client';
import { figuresIn } from './figures-in.ts';

/** How a run of an agent in a TrustGraph flow ended. */
export type FlowRunOutcome = 'completed' | 'max-iterations' | 'error';

/** What is counted of an agent in TrustGraph's flows, under TrustGraph's own names, so that its dashboards show ours. */
export interface FlowRunMetrics {
  /** A run has ended after so many steps. */
  ended(processor: string, outcome: FlowRunOutcome, steps: number): void;
  toolCalled(processor: string, tool: string, ms: number, success: boolean): void;
  /** The model has given one step. */
  modelAnswered(processor: string, ms: number): void;
  /** Another instance takes over a run whose instance is gone, or answers it with an error. */
  takenUp(processor: string): void;
  /** A run went on without this part of memory: a tier, the trace, or what it leaves to memory. Few different values. */
  memoryAway(processor: string, part: string): void;
}

/** Makes the figures, all at zero. */
export function createFlowRunMetrics(registry: Registry): FlowRunMetrics {
  const { counter, histogram } = figuresIn(registry);
  const sessions = counter('tg_agent_session_total', 'Runs ended, by how', ['processor', 'outcome']);
  const steps = histogram('tg_agent_iteration_count', 'Steps of a run', ['processor'], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20]);
  const calls = counter('tg_agent_tool_invocation_total', 'Calls of tools', ['processor', 'tool']);
  const failures = counter('tg_agent_tool_error_total', 'Calls of tools that failed', ['processor', 'tool']);
  const toolSeconds = histogram(
    'tg_agent_tool_duration_seconds',
    'Time of one call of a tool',
    ['processor', 'tool'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  const modelSeconds = histogram(
    'tg_agent_llm_duration_seconds',
    'Time in which the model gave one step',
    ['processor'],
    [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  );
  const takenUp = counter('agentmem_dialogues_taken_up_total', 'Runs in flows whose instance was gone, taken up by another', [
    'processor',
  ]);
  const memoryAway = counter(
    'agentmem_dialogue_memory_away_total',
    'Runs in flows that had to do without a part of memory, by that part',
    ['processor', 'part'],
  );
  return {
    takenUp: (processor) => takenUp.inc({ processor }),
    memoryAway: (processor, part) => memoryAway.inc({ processor, part }),
    ended(processor, outcome, count) {
      sessions.inc({ processor, outcome });
      steps.observe({ processor }, count);
    },
    toolCalled(processor, tool, ms, success) {
      calls.inc({ processor, tool });
      toolSeconds.observe({ processor, tool }, ms / 1_000);
      if (!success) failures.inc({ processor, tool });
    },
    modelAnswered: (processor, ms) => modelSeconds.observe({ processor }, ms / 1_000),
  };
}
