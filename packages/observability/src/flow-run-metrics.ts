import { Counter, Histogram, type Registry } from 'prom-client';

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
  const registers = [registry];
  const byProcessor = ['processor'] as const;
  const byTool = ['processor', 'tool'] as const;
  const sessions = new Counter({
    name: 'tg_agent_session_total',
    help: 'Runs ended, by how',
    labelNames: ['processor', 'outcome'] as const,
    registers,
  });
  const steps = new Histogram({
    name: 'tg_agent_iteration_count',
    help: 'Steps of a run',
    labelNames: byProcessor,
    buckets: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20],
    registers,
  });
  const calls = new Counter({ name: 'tg_agent_tool_invocation_total', help: 'Calls of tools', labelNames: byTool, registers });
  const failures = new Counter({
    name: 'tg_agent_tool_error_total',
    help: 'Calls of tools that failed',
    labelNames: byTool,
    registers,
  });
  const toolSeconds = new Histogram({
    name: 'tg_agent_tool_duration_seconds',
    help: 'Time of one call of a tool',
    labelNames: byTool,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const modelSeconds = new Histogram({
    name: 'tg_agent_llm_duration_seconds',
    help: 'Time in which the model gave one step',
    labelNames: byProcessor,
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  });
  const takenUp = new Counter({
    name: 'agentmem_dialogues_taken_up_total',
    help: 'Runs in flows whose instance was gone, taken up by another',
    labelNames: byProcessor,
    registers,
  });
  const memoryAway = new Counter({
    name: 'agentmem_dialogue_memory_away_total',
    help: 'Runs in flows that had to do without a part of memory, by that part',
    labelNames: ['processor', 'part'] as const,
    registers,
  });
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
