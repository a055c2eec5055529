import type { Clock, ModelUsage } from '@agent-mem/contract';
import type { ChatModel } from '@agent-mem/llm';
import type { Caller } from '@agent-mem/messaging';
import type { Logger } from '@agent-mem/runtime';
import type { LoopConfig } from './config.ts';

/** What the loop needs of the service that runs it. */
export interface LoopContext {
  readonly caller: Caller;
  readonly chatModel: ChatModel;
  readonly clock: Clock;
  readonly config: LoopConfig;
  readonly log: Logger;
  /** Called with what models were asked for the invocation, each call once. Default: nothing. */
  readonly onUsage?: (usage: readonly ModelUsage[]) => void;
  /** Called with each part of an answer that goes out before the answer is whole. Default: nothing. */
  readonly onAnswerPart?: (text: string) => void;
}
