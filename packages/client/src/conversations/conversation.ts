import type { BuildContextResponse, Message, ToolCall } from '../generated/memory-services.ts';
import { MemoryError } from '../memory-error.ts';
import { answerByInvoke } from './answer-by-invoke.ts';
import { answerWithTools } from './answer-with-tools.ts';
import type { AssistantResponse } from './assistant-response.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import { type ExportedConversation, exportDocument } from './export-document.ts';
import { messageRecord } from './message-record.ts';

const summaryTimeoutMs = 120_000;

/** What of a conversation goes into a context. */
export interface ContextOptions {
  /** Default `hybrid`: the newest messages, and those that answer the query. */
  readonly strategy?: 'recent' | 'relevant' | 'hybrid';
  /** Default: of `recent` 10, of `hybrid` 5. */
  readonly recentMessages?: number;
  /** Default 10. */
  readonly relevantMessages?: number;
  /** Default true. */
  readonly includeSummary?: boolean;
  /** What is asked; `relevant` needs it. Default: the last message of the user. */
  readonly query?: string;
}

/** One conversation, stored by the fleet. */
export class Conversation {
  readonly id: string;
  readonly #setup: ConversationSetup;

  constructor(id: string, setup: ConversationSetup) {
    this.id = id;
    this.#setup = setup;
  }

  /**
   * Stores the message, answers it with the context of the conversation and the tools, and stores the answer with its reasoning and tool calls.
   * Where the model fails, the message stays stored without an answer.
   */
  async sendMessage(content: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<AssistantResponse> {
    const { client, llmProvider, tools, config } = this.#setup;
    if (llmProvider === undefined) return answerByInvoke(client, content, this.id, signal);
    const options = signal ? { signal } : {};
    await client.conversations.appendMessage({ conversation_id: this.id, role: 'user', content }, options);
    const context = await this.buildContext({ query: content });
    const system = `${config.systemPrompt}\n\n${context.text}`.trim();
    const asked = [
      { role: 'system', content: system },
      { role: 'user', content },
    ] as const;
    const answer = await answerWithTools(llmProvider, tools, asked, signal);
    await client.conversations.appendMessage({ conversation_id: this.id, ...messageRecord(answer) }, options);
    return { ...answer, context_used: context, receipt: null };
  }

  /** The messages, oldest first. */
  async getHistory(
    options: { readonly limit?: number; readonly includeToolCalls?: boolean; readonly includeReasoning?: boolean } = {},
  ): Promise<{ readonly messages: readonly Message[] }> {
    const { limit = 100, includeToolCalls = true, includeReasoning = true } = options;
    return this.#setup.client.conversations.history({
      conversation_id: this.id,
      limit,
      include_tool_calls: includeToolCalls,
      include_reasoning: includeReasoning,
    });
  }

  /** The messages that answer a query, best first. */
  async searchHistory({ query, limit = 10 }: { readonly query: string; readonly limit?: number }): Promise<readonly Message[]> {
    const { messages } = await this.#setup.client.conversations.search({ conversation_id: this.id, query, limit });
    return messages;
  }

  /** The tool calls with their results, oldest first. */
  async getToolCalls(
    options: { readonly toolName?: string; readonly success?: boolean; readonly limit?: number } = {},
  ): Promise<readonly ToolCall[]> {
    const { toolName: tool_name, success, limit = 100 } = options;
    const { tool_calls } = await this.#setup.client.conversations.toolCalls({
      conversation_id: this.id,
      tool_name,
      success,
      limit,
    });
    return tool_calls;
  }

  /** Two or three sentences on what was discussed, done and found; they are stored with the conversation. */
  async summarize(): Promise<string> {
    const asked = { conversation_id: this.id };
    const { job_id, summary } = await this.#setup.client.conversations.summarize(asked, { timeoutMs: summaryTimeoutMs });
    if (summary !== null) return summary;
    throw new MemoryError('deadline-exceeded', `The summary is still being written (job ${job_id})`, { retryable: true });
  }

  /** What a model should be shown of the conversation, in parts and as one text. */
  async buildContext(options: ContextOptions = {}): Promise<BuildContextResponse> {
    const { strategy = 'hybrid', recentMessages, relevantMessages, includeSummary = true, query } = options;
    return this.#setup.client.conversations.buildContext({
      conversation_id: this.id,
      strategy,
      query: query ?? (strategy === 'recent' ? '' : await this.#lastQuestion()),
      recent_messages: recentMessages,
      relevant_messages: relevantMessages,
      include_summary: includeSummary,
    });
  }

  /** Starts a conversation that has this one's messages up to one of them. */
  async branch({ fromMessageId, title }: { readonly fromMessageId: string; readonly title?: string }): Promise<Conversation> {
    const asked = { conversation_id: this.id, from_message_id: fromMessageId, title };
    const { conversation_id } = await this.#setup.client.conversations.branch(asked);
    return new Conversation(conversation_id, this.#setup);
  }

  /** The whole conversation as a JSON document, for `importConversation`. */
  async export(): Promise<ExportedConversation> {
    return exportDocument(this.#setup.client, this.id);
  }

  async #lastQuestion(): Promise<string> {
    const asked = {
      conversation_id: this.id,
      newest_first: true,
      limit: 20,
      include_tool_calls: false,
      include_reasoning: false,
    };
    const { messages } = await this.#setup.client.conversations.history(asked);
    return messages.find(({ role }) => role === 'user')?.content ?? '';
  }
}
