/** What was said to a model so far, in the roles of OpenAI's chat completions. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Of an assistant: the calls that it asked for. */
  readonly tool_calls?: readonly ModelToolCall[];
  /** Of a tool: the call that it answers. */
  readonly tool_call_id?: string;
}

/** A tool as a model is shown it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A call that a model asks for. */
export interface ModelToolCall {
  /** Names the call in what follows. Default: one that is made. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a model is asked. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Empty: it answers by a text. */
  readonly tools: readonly ModelTool[];
  readonly signal?: AbortSignal | undefined;
}

/** What a model answers: calls of tools, or a text. */
export interface ModelAnswer {
  readonly content: string;
  /** What it thought before. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly ModelToolCall[];
}

/** A server in OpenAI's form. */
export interface ModelServer {
  /** `http://127.0.0.1:11434/v1` */
  readonly url: string;
  /** Default: none is named, which servers of one model accept. */
  readonly model?: string;
  readonly key?: string;
}

/** The model: a function, or an OpenAI-compatible server, by its URL or with a model and a key. */
export type LlmProvider = ((request: ModelRequest) => Promise<ModelAnswer>) | ModelServer | string;
