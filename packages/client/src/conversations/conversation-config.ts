/** How conversations are shown to the model and looked after. */
export interface ConversationConfig {
  /** Most messages in the context. Default 20. */
  readonly maxContextMessages?: number;
  /** Whether conversations are summarised as they go on. Default true. */
  readonly enableSummarization?: boolean;
  /** After how many messages. Default 10. */
  readonly summarizeEvery?: number;
  /** Whether messages get embeddings; without them they are found by their words alone. Default true. */
  readonly embedMessages?: boolean;
  /** What the model reads before the context. Default: that it is a helpful assistant. */
  readonly systemPrompt?: string;
}

/** The config with its defaults. */
export function withDefaults(config: ConversationConfig): Required<ConversationConfig> {
  return {
    maxContextMessages: 20,
    enableSummarization: true,
    summarizeEvery: 10,
    embedMessages: true,
    systemPrompt: 'You are a helpful assistant. Use the tools that you have, and what was said before.',
    ...config,
  };
}
