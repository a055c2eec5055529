import type { AgentRequest, InvocationStep, WorkingMemoryItem } from '@agent-mem/contract';
import { memoryTool } from '@agent-mem/memory-tools';
import { excerptInBytes } from '@agent-mem/recall/excerpt';

/** One step that was taken: all that the next one needs, as plain JSON, so that it can travel in a message or wait in a journal. */
export interface StepRecord {
  readonly step: InvocationStep;
  /** Ids of memory that the step brought into the context. */
  readonly recalledIds: readonly string[];
  /** The state of the task after it. */
  readonly state: string;
  /** The model's text could not be used; the observation says why. */
  readonly unusable: boolean;
  /** No tool has the name that the model called: nothing was done. Default: one has. */
  readonly namesNoTool?: boolean;
}

/** What the contract takes for the content of an item, with some room. */
const itemBytes = 60_000;

/** The steps that the caller brought with its request. */
export function recordsOfHistory(request: Pick<AgentRequest, 'history' | 'state'>): StepRecord[] {
  return request.history.map((step) => ({
    step: {
      thought: step.thought,
      action: step.action,
      arguments: JSON.stringify(step.arguments),
      observation: step.observation,
      success: step.success ?? true,
      duration_ms: 0,
      timestamp: '',
      from_memory: memoryTool(step.action)?.access === 'reads',
    },
    recalledIds: [],
    state: request.state,
    unusable: false,
  }));
}

/** A step in which the model's text could not be used. */
export function unusableRecord(thought: string, observation: string, state: string, timestamp: string): StepRecord {
  const step = {
    thought,
    action: '',
    arguments: '{}',
    observation,
    success: false,
    duration_ms: 0,
    timestamp,
    from_memory: false,
  };
  return { step, recalledIds: [], state, unusable: true };
}

/** The step as it stands in working memory: thought, action, observation. */
export function itemsOf({ step, unusable }: StepRecord): WorkingMemoryItem[] {
  const item = (type: WorkingMemoryItem['type'], content: string, metadata: Record<string, string> = {}): WorkingMemoryItem[] =>
    content === '' ? [] : [{ type, content: excerptInBytes(content, itemBytes), timestamp: step.timestamp, metadata }];
  return [
    ...item('thought', step.thought),
    ...(unusable
      ? []
      : item('action', step.action && actionText(step.action, step.arguments), { tool: step.action.slice(0, 256) })),
    ...item('observation', step.observation || '(no output)', {
      ...(step.action === '' ? {} : { tool: step.action.slice(0, 256) }),
      ...(step.success ? {} : { error: 'true' }),
      ...(step.from_memory ? { from_memory: 'true' } : {}),
    }),
  ];
}

/** An action in one line: the tool and its arguments as JSON. */
export function actionText(action: string, args: string): string {
  return `${action} ${args}`;
}
