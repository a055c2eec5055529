import type { Conversation as ConversationMetadata } from '../generated/memory-services.ts';
import { checkedProvider } from '../llm/checked-provider.ts';
import type { LlmProvider } from '../llm/llm-provider.ts';
import type { Memory } from '../memory.ts';
import { MemoryError } from '../memory-error.ts';
import { Conversation } from './conversation.ts';
import { type ConversationConfig, withDefaults } from './conversation-config.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import { type ExportedConversation, importDocument } from './export-document.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** What an agent is made of. */
export interface ConversationAgentOptions {
  /** What `openMemory` opens: in this process, or to a fleet. */
  readonly client: Pick<Memory, 'agent' | 'conversations'>;
  /** Who answers. Default: the fleet's own agent, with the fleet's tools. */
  readonly llmProvider?: LlmProvider;
  /** Functions of this process that the `llmProvider` may call. */
  readonly tools?: readonly ToolDefinition[];
  readonly config?: ConversationConfig;
}

/** An agent whose conversations last: each is stored with its reasoning and tool calls, and can be taken up later. */
export class ConversationAgent {
  readonly #setup: ConversationSetup;

  /** Throws `invalid-argument` where there are tools and no model that is shown them, and for a member of `llmProvider` that is not known. */
  constructor({ client, llmProvider, tools = [], config = {} }: ConversationAgentOptions) {
    if (llmProvider === undefined && tools.length > 0) {
      throw new MemoryError('invalid-argument', "tools: need an llmProvider; the fleet's own agent has the fleet's tools");
    }
    if (llmProvider !== undefined) checkedProvider(llmProvider);
    this.#setup = { client, llmProvider, tools, config: withDefaults(config) };
  }

  async createConversation({
    title = 'New Conversation',
    tags = [],
  }: {
    readonly title?: string;
    readonly tags?: readonly string[];
  } = {}): Promise<Conversation> {
    const { client, config } = this.#setup;
    const { conversation_id } = await client.conversations.create({
      title,
      tags,
      enable_summarization: config.enableSummarization,
      summarize_every: config.summarizeEvery,
      embed_messages: config.embedMessages,
      max_context_messages: config.maxContextMessages,
    });
    return new Conversation(conversation_id, this.#setup);
  }

  /** Rejects with `not-found` where there is no such conversation. */
  async loadConversation(id: string): Promise<Conversation> {
    await this.#setup.client.conversations.history({ conversation_id: id, limit: 1 });
    return new Conversation(id, this.#setup);
  }

  /** The last changed first. */
  async listConversations(
    options: {
      readonly limit?: number;
      readonly status?: ConversationMetadata['status'];
      readonly tags?: readonly string[];
    } = {},
  ): Promise<readonly ConversationMetadata[]> {
    const { limit = 50, status, tags = [] } = options;
    const { conversations } = await this.#setup.client.conversations.list({ limit, status, tags });
    return conversations;
  }

  /** Those whose summaries are like the query, most alike first; `similarity` says how much. */
  async findSimilarConversations(query: string, limit = 5): Promise<readonly ConversationMetadata[]> {
    const { conversations } = await this.#setup.client.conversations.findSimilar({ query, limit });
    return conversations;
  }

  /** Takes in what `export` gave. Nothing is learned from it. */
  async importConversation(document: ExportedConversation): Promise<Conversation> {
    return new Conversation(await importDocument(this.#setup.client, document), this.#setup);
  }
}
