import { plainText, type RecalledMemory, type StepRecord } from '@agent-mem/agent-loop';
import type { DefaultSettings } from '@agent-mem/policy';
import type { Usage, AgentRequest as WireRequest } from '@agent-mem/trustgraph';
import { noUsage } from '../model/usage-sum.ts';
import { parseError } from './wire-step.ts';

/** What TrustGraph's form of a step has no room for. */
type StepRest = Pick<StepRecord['step'], 'success' | 'duration_ms' | 'timestamp' | 'from_memory'> &
  Pick<StepRecord, 'recalledIds'> &
  /** With their types. Absent: they were too long for it. */
  Partial<Pick<StepRecord['step'], 'arguments'>>;

/** What of memory travels with a question from step to step, as plain JSON. */
export interface CarriedMemory {
  readonly recalled: RecalledMemory;
  /** What was set about memory when the question came; an agent of an earlier version knows no personal data. */
  readonly rules: Pick<DefaultSettings, 'memory' | 'sensitiveData'> & Partial<Pick<DefaultSettings, 'personalData'>>;
  /** The invocation that memory is to know it as: a client's repeat of a question has the id of the first one. */
  readonly toldAs: string;
  /** The service of working memory has failed: it is not waited for again. */
  readonly isTraceAway: boolean;
}

/** What travels with a question from step to step between agents of ours, as plain JSON. An agent of another kind in between drops it all. */
export interface Carried {
  /** When the question came, ISO 8601. */
  readonly startedAt: string;
  /** One for each step of the history. */
  readonly steps: readonly StepRest[];
  /** What the model has cost so far. */
  readonly usage: Usage;
  /** What of memory goes with the question; `null`: nothing does. */
  readonly memory: CarriedMemory | null;
}

/** The member of a request in which it travels. Every publisher on the bus is trusted, and gateways let no such member through. */
const member = 'agent_mem';

/** What the request carries; what nobody has carried begins now. */
export function carriedBy(request: WireRequest, now: number): Carried {
  const carried = Object.hasOwn(request, member) ? (request as unknown as Record<string, unknown>)[member] : null;
  if (isCarried(carried)) return carried;
  return { startedAt: new Date(now).toISOString(), steps: [], usage: noUsage, memory: null };
}

/** The request with what it is to carry. */
export function carrying(request: WireRequest, carried: Carried): WireRequest {
  return { ...request, [member]: carried } as WireRequest;
}

/** What of a step is carried beside TrustGraph's form of it. */
export function restOf({ step, recalledIds }: StepRecord): StepRest {
  const { arguments: args, success, duration_ms, timestamp, from_memory } = step;
  return { arguments: args, success, duration_ms, timestamp, from_memory, recalledIds };
}

/** The steps before this one, as the loop knows them. */
export function recordsOf({ history, state }: WireRequest, { steps }: Carried): StepRecord[] {
  return history.map((step, index) => {
    const rest = steps[index];
    const unusable = step.action === parseError;
    return {
      step: {
        thought: plainText(step.thought),
        action: unusable ? '' : plainText(step.action),
        arguments: rest?.arguments ?? JSON.stringify(step.arguments),
        observation: plainText(step.observation),
        success: rest?.success ?? !unusable,
        duration_ms: rest?.duration_ms ?? 0,
        timestamp: rest?.timestamp ?? '',
        from_memory: rest?.from_memory ?? false,
      },
      recalledIds: rest?.recalledIds ?? [],
      state: taskState(state),
      unusable,
    };
  });
}

/** TrustGraph writes the state of a task that has none as a word. */
export function taskState(state: string): string {
  return state === 'undefined' ? '' : state;
}

function isCarried(value: unknown): value is Carried {
  if (typeof value !== 'object' || value === null) return false;
  const { startedAt, steps, usage } = value as Partial<Record<keyof Carried, unknown>>;
  return typeof startedAt === 'string' && Array.isArray(steps) && typeof usage === 'object' && usage !== null;
}
