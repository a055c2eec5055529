import type { Invocation } from '@agent-mem/agent-loop';
import { cancelledError, isSameScope, OperationError, type Scope, uuidV7 } from '@agent-mem/contract';
import type { AgentContext } from './agent-context.ts';
import type { FrameLog } from './frame-log.ts';
import { createPlaces, type Places } from './places/places.ts';

/** An invocation that runs in this process. */
export interface RunningInvocation {
  readonly scope: Scope;
  readonly invocation: Invocation;
  /** Key of its request, if it has one. */
  readonly key: string | null;
  /** Its steps and its ending are written down: another process can go on with it, a repeat finds its answer. */
  readonly isJournaled: boolean;
  readonly requestHash: string;
  readonly frames: FrameLog;
  /** Ends it: its last frame is an error with the reason. */
  end(reason: OperationError): void;
  /** Stops running it here, without an ending: another process goes on with it. */
  leave(reason: OperationError): void;
  /** Resolves when nothing of it runs any more. Never rejects. */
  readonly over: Promise<void>;
}

/** One process that runs invocations, as the others in the cluster see it. */
export interface Instance {
  /** Holder of the leases. */
  readonly id: string;
  readonly running: Set<RunningInvocation>;
  /** Of each invocation that was begun here: resolves when nothing of it runs any more, its lease given back. */
  readonly begun: Set<Promise<void>>;
  /** So many it runs at once. */
  readonly places: Places;
}

/** The agent of a host. */
export function createInstance({ config, metrics }: Pick<AgentContext, 'config' | 'metrics'>): Instance {
  const { AGENT_CONCURRENCY: most, AGENT_CONCURRENCY_PER_USER: mostOfUser } = config;
  const limits = { most, mostOfUser: mostOfUser || most };
  const places = createPlaces(limits, (running, pending) => metrics.invocations(running, pending));
  return { id: uuidV7(), running: new Set(), begun: new Set(), places };
}

/** What runs here under the key of a request. */
export function runningByKey(instance: Instance, scope: Scope, key: string | null): RunningInvocation | null {
  return find(instance, scope, (running) => key !== null && running.key === key);
}

/** What runs here by that id, of an invocation or of a request. */
export function runningById(instance: Instance, scope: Scope, id: string): RunningInvocation | null {
  return find(instance, scope, ({ invocation }) => invocation.invocationId === id || invocation.requestId === id);
}

function find(instance: Instance, scope: Scope, matches: (running: RunningInvocation) => boolean): RunningInvocation | null {
  return [...instance.running].find((running) => isSameScope(running.scope, scope) && matches(running)) ?? null;
}

/** The reason of an invocation that its caller has cancelled. */
export function cancelledByCaller(): OperationError {
  return new OperationError('cancelled', cancelledError);
}
