import type { TemplateName } from './template.ts';

/** One message of a prompt. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A function that a model may have called. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call of a function, as a model wants it. */
export interface ChatCall {
  readonly name: string;
  /** JSON as the model wrote it, which may be broken. */
  readonly arguments: string;
}

/** What a model is asked. */
export interface ChatRequest {
  /** Which of our prompts this is. A model without language (@agent-mem/local) goes by this and the variables. */
  readonly template: TemplateName;
  /** What the template was filled with, as plain JSON. */
  readonly variables: object;
  /** The filled template, for models that read text. */
  readonly messages: readonly ChatMessage[];
  /** For models that call functions beside their text. Any other writes its calls into the text, as the prompt asks for. */
  readonly tools?: readonly ChatTool[];
  /** Texts at which the model stops. */
  readonly stop?: readonly string[];
  readonly maxTokens?: number;
  /** 0 to 2. */
  readonly temperature?: number;
  /** A JSON schema the answer must fit. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
}

/** What one call of a model took. */
export interface CallUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** The server did not report them: they are estimated by our own tokenizer. */
  readonly isEstimated: boolean;
}

/** How a model is asked. */
export interface ChatOptions {
  readonly signal: AbortSignal;
  /** Called by a model that knows what the call took; the last figures count. */
  onUsage?(usage: CallUsage): void;
  /** Called once, before the text is over, where the model calls functions: with all its calls, in its order. The text may be empty then. */
  onCalls?(calls: readonly ChatCall[]): void;
  /** Called once, before the text is over, where the model had more to write and its server ended the text: at its limit of tokens, or by a filter. */
  onCutOff?(): void;
}

/** Such a model reasons by rules: it has no language model behind it. */
export function isByRules(model: Pick<ChatModel, 'id'>): boolean {
  return model.id.startsWith('local:');
}

/** A model that writes text. Rejects with an `OperationError`: retryable for time-outs, rate limits and servers that fail. */
export interface ChatModel {
  /** Who answers, for receipts and logs: `openai:gpt-…`, `local:rules`. */
  readonly id: string;
  generate(request: ChatRequest, options: ChatOptions): Promise<string>;
  /** The same text in pieces as it is written. */
  stream(request: ChatRequest, options: ChatOptions): AsyncIterable<string>;
  /** Another model of the same server. Throws `invalid-argument` for a name that requests may not ask for. Absent: there is no other. */
  named?(name: string): ChatModel;
}
