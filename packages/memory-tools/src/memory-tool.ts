import type { Caller, CallOptions } from '@agent-mem/messaging';

/** A text that the model gives a memory tool. */
export interface TextArgument {
  readonly name: string;
  readonly type: 'string';
  readonly description: string;
  /** Default true. */
  readonly required?: boolean;
}

/** What one call of a memory tool works with beside its arguments. */
export interface MemoryToolCall {
  readonly caller: Pick<Caller, 'call'>;
  /** Whose memory it is. What is left out the services take from the caller's credential, or their default. */
  readonly scope: { readonly workspace?: string; readonly user?: string; readonly collection?: string };
  /** The invocation whose model calls; `null`: the agent that calls is not ours. */
  readonly invocation: { readonly invocationId: string; readonly conversationId: string } | null;
  /** Most memories that a search gives. Default: the service's own. */
  readonly topK?: number;
  /** Most bytes of a stored text that are shown at once. Default 3,000: what a prompt can take beside its other steps. */
  readonly pageBytes?: number;
  readonly options: Pick<CallOptions, 'timeoutMs' | 'signal'>;
}

/** What a call gives. */
export interface MemoryToolAnswer {
  /** What the model is shown. */
  readonly text: string;
  /** Ids of the memories in it; `null`: the tool recalls none. */
  readonly recalledIds: readonly string[] | null;
  /** The same for a program, under the names of the services. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool by which a model uses memory. */
export interface MemoryTool {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly TextArgument[];
  readonly access: 'reads' | 'writes';
  run(args: Readonly<Record<string, unknown>>, call: MemoryToolCall): Promise<MemoryToolAnswer>;
}

/** An argument that the model left out is "", which the service refuses by its name. */
export function textOf(argument: unknown): string {
  return argument === undefined || argument === null ? '' : String(argument);
}
