import type { Clock, ModelUsage } from '@agent-mem/contract';
import type { ChatModel, Embedder } from '@agent-mem/llm';
import type { Caller } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import type { LoopConfig } from './config.ts';

/** A call of a tool, as metrics and spans have it. */
export interface CalledTool {
  readonly tool: string;
  /** Where the tool comes from: few different words. */
  readonly source: string;
  readonly outcome: 'answered' | 'failed' | 'late';
  readonly ms: number;
  /** Of its output, before anything cuts it. */
  readonly bytes: number;
}

/** What the loop needs of the service that runs it. */
export interface LoopContext {
  readonly caller: Caller;
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  readonly config: LoopConfig;
  readonly log: Logger;
  /** Ranks many tools by their closeness to the question. Default: they are ranked by their words alone. */
  readonly embedder?: Embedder;
  /** Called with each call of a tool that was made. Default: nothing. */
  readonly onToolCalled?: (call: CalledTool) => void;
  /** Called with what models were asked for the invocation, each call once. Default: nothing. */
  readonly onUsage?: (usage: readonly ModelUsage[]) => void;
  /** Called with each part of an answer that goes out before the answer is whole. Default: nothing. */
  readonly onAnswerPart?: (text: string) => void;
}
