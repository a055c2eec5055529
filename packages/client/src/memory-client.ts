import { rememberedText } from '@agent-mem/contract/remembered-text';
import type { AppendMessagesResponse, RecallResponse, Receipt, StoreManyFactsResponse } from './generated/memory-services.ts';
import { askModel } from './llm/ask-model.ts';
import { checkedProvider } from './llm/checked-provider.ts';
import type { LlmProvider } from './llm/llm-provider.ts';
import type { Memory } from './memory.ts';
import { MemoryError } from './memory-error.ts';

/** What a `MemoryClient` is made of. */
export interface MemoryClientOptions {
  /** What `openMemory` opens: in this process, or to a fleet. */
  readonly client: Pick<Memory, 'agent' | 'conversations' | 'facts'>;
  /** Who answers a chat; `search` and `add` ask nobody. */
  readonly llmProvider: LlmProvider;
  /** Most memories for an answer. Default 5. */
  readonly defaultTopK?: number;
}

/** A chat as a caller of chat completions has it. */
export interface ChatRequest {
  /** Ends with a message of the user. */
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  /** In whose memories it looks beside the scope's. Default `default`. */
  readonly conversation_id?: string;
  /** Most memories. Default: the client's. */
  readonly top_k?: number;
  /** Milliseconds to wait for what is learned. Default 0: it is learned afterwards. */
  readonly wait_ms?: number;
  readonly signal?: AbortSignal;
}

/** What came of a chat. */
export interface ChatResponse {
  readonly content: string;
  /** What the model was shown of memory; empty where nothing was found. */
  readonly memory: string;
  readonly receipt: Receipt | null;
  /** The ids of both messages, and what was learned within the wait. */
  readonly stored: AppendMessagesResponse;
}

/** Memory around a model: what is remembered goes into each prompt, and what was said is stored and learned from. */
export class MemoryClient {
  readonly #options: Required<MemoryClientOptions>;

  /** Throws `invalid-argument` for a member of `llmProvider` that is not known. */
  constructor(options: MemoryClientOptions) {
    this.#options = { defaultTopK: 5, ...options, llmProvider: checkedProvider(options.llmProvider) };
  }

  /** Recalls, asks the model, and stores the user's message and the answer, which the fleet learns from. */
  async chat({ messages, conversation_id = 'default', top_k, wait_ms = 0, signal }: ChatRequest): Promise<ChatResponse> {
    const { client, llmProvider } = this.#options;
    const asked = messages.at(-1);
    if (asked?.role !== 'user') throw new MemoryError('invalid-argument', 'messages: must end with a message of the user');
    const { text: memory, receipt } = await this.search(asked.content, {
      conversation_id,
      ...(top_k === undefined ? {} : { top_k }),
    });
    const { content } = await askModel(llmProvider, { messages: withMemory(messages, memory), tools: [], signal });
    const said = [asked, { role: 'assistant', content }] as const;
    const stored = await client.conversations.appendMessages(
      { conversation_id, messages: said, wait_ms },
      signal ? { signal } : {},
    );
    return { content, memory, receipt, stored };
  }

  /** What memory has on a query: the conversation's summary, then lines of `[role] content`, best first. No model is asked. */
  async search(
    query: string,
    options: { readonly conversation_id?: string; readonly top_k?: number } = {},
  ): Promise<RecallResponse> {
    const { client, defaultTopK } = this.#options;
    const { conversation_id = 'default', top_k = defaultTopK } = options;
    return client.agent.recall({ query, conversation_id, top_k, format: 'roles' });
  }

  /** Stores facts as they are. No model is asked. */
  async add(
    facts: string | readonly string[],
    options: { readonly conversation_id?: string } = {},
  ): Promise<StoreManyFactsResponse> {
    const { conversation_id = 'default' } = options;
    const texts = typeof facts === 'string' ? [facts] : facts;
    return this.#options.client.facts.storeMany({
      facts: texts.map((content) => ({ content, source: conversation_id, conversation_id })),
    });
  }
}

type Said = ChatRequest['messages'];

/** The memory stands before what the user says now, after all that was said before. */
function withMemory(messages: Said, memory: string): Said {
  if (memory === '') return messages;
  return [...messages.slice(0, -1), { role: 'system', content: rememberedText(memory) }, ...messages.slice(-1)];
}
