import type { Scope } from '@agent-mem/contract';
import type { ToolOutput } from '../capture/tool-output.ts';

/** One argument of a tool. */
export interface ToolArgument {
  readonly name: string;
  /** `string`, `number`, `integer` and `boolean` are checked; anything else is passed on as it came. */
  readonly type: string;
  readonly description: string;
  /** Default true. */
  readonly required?: boolean;
}

/** What a tool has beside its arguments. */
export interface ToolContext {
  readonly scope: Scope;
  readonly conversationId: string;
  readonly invocationId: string;
  /** Aborted when the invocation is cancelled or the tool's time is over. */
  readonly signal: AbortSignal;
  /** Says that the output is itself recalled memory, by the ids of what was recalled: then nothing is learned from it again. */
  recalled(ids: readonly string[]): void;
}

/** Something the agent can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly ToolArgument[];
  /** Whether the model's arguments are held against the ones above; else they are passed on as they came. Default true. */
  readonly checksArguments?: boolean;
  /** A request that names groups is offered only tools of one of them; `*` in the request stands for all. Default `default`. */
  readonly groups?: readonly string[];
  /** States of the task in which it is offered; a request without a state is in `undefined`. Default: every state. */
  readonly states?: readonly string[];
  /** The state of the task after it was called. Default: unchanged. */
  readonly nextState?: string;
  /** The JSON Schema of its arguments, where more is known of them than `arguments` says: they are held against both, and models with native calls are shown it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Calling it twice does what calling it once does, so it is called again where a process crashed in the middle of it. Default false. */
  readonly isIdempotent?: boolean;
  /** A person approves each call before it is made. Default false. */
  readonly needsApproval?: boolean;
  /** Where it comes from, as metrics and spans say it: few different words. Default `own`. */
  readonly source?: string;
  /** Its calls are not made here: the run waits for what the user answers, or for the result that the caller gives. Default: they are made. */
  readonly awaits?: 'answer' | 'result';
  /** Whether long output is stored as a detail; of a tool that reads memory it is stored already. Default true. */
  readonly isCaptured?: boolean;
  /** Answers what the model is shown, in whole or, where it is long, in part. What it throws is shown to the model too. */
  run(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<string | ToolOutput>;
}
