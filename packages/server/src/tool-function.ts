/** What a function has beside its arguments. */
export interface ToolFunctionContext {
  /** Whose invocation calls it. */
  readonly workspace: string;
  readonly user: string;
  readonly collection: string;
  readonly conversationId: string;
  readonly invocationId: string;
  /** Aborted when the invocation is cancelled or the tool's time is over. */
  readonly signal: AbortSignal;
}

/** A function of a program that the agent may call. */
export interface ToolFunction<Args extends object = Record<string, unknown>> {
  /** What the model calls it: letters, digits, _ and -, at most 64. */
  readonly name: string;
  /** What it does, for the model. */
  readonly description: string;
  /** JSON Schema of its arguments, an object: what does not fit is refused before the function is called. Default: it takes none. */
  readonly parameters?: object;
  /** Calling it twice does what calling it once does. Default false. */
  readonly idempotent?: boolean;
  /** A person approves each call. Default false. */
  readonly approval?: boolean;
  /** Answers what the model is shown: a text, or anything that has a JSON. What it throws is shown to the model by its message. */
  run(args: Args, context: ToolFunctionContext): unknown;
}
