import type { CallOptions } from './call-options.ts';
import type {
  AppendMessagesRequest,
  AppendMessagesResponse,
  MemoryServices,
  MessageToAppend,
  RecallRequest,
  RecallResponse,
} from './generated/memory-services.ts';

/** Whose memory it is. A request that names one of these itself is stronger. */
export interface MemoryScope {
  /** Default `default`. */
  readonly workspace?: string;
  /** Default `default`. */
  readonly user?: string;
  /** Default `default`. */
  readonly collection?: string;
}

/** Stores messages of a conversation, for memory to learn from. With `wait_ms` it resolves with what was learned by then. */
export type MemoryAdd = (
  messages: readonly MessageToAppend[],
  request: Omit<AppendMessagesRequest, 'messages'>,
  options?: CallOptions,
) => Promise<AppendMessagesResponse>;

/** What memory has on a query, as one text for a prompt, with its receipt. */
export type MemoryContext = (
  query: string,
  request?: Omit<RecallRequest, 'query'>,
  options?: CallOptions,
) => Promise<RecallResponse>;

/** The services of memory, in this process or over HTTP. Disposing waits for what runs in this process; calls over HTTP end with `cancelled`. */
export interface Memory extends MemoryServices, AsyncDisposable {
  /** The same as `conversations.appendMessages`, by the word that a program looks for. */
  readonly add: MemoryAdd;
  /** The same as `agent.recall`, by the word that a program looks for. Nothing is answered and no model is asked. */
  readonly context: MemoryContext;
}
