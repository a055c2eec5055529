/** Keys below others, as the conversational memory of RagForge writes them, and the variables they stand for. */
export const nestedKeys: Readonly<Record<string, NestedKey>> = {
  'agent.memory.enabled': { variable: 'MEMORY', words: { true: 'on', false: 'off' } },
  'agent.memory.max_context_messages': { variable: 'MAX_CONTEXT_MESSAGES' },
  'agent.memory.summarization.enabled': { variable: 'ENABLE_SUMMARIZATION' },
  'agent.memory.summarization.every_n_messages': { variable: 'SUMMARIZE_EVERY' },
  'agent.memory.embeddings.enabled': { variable: 'EMBED_MESSAGES' },
  'agent.memory.embeddings.model': { variable: 'EMBEDDINGS_MODEL' },
  'agent.memory.embeddings.dimension': { variable: 'EMBEDDINGS_DIMENSION' },
  'agent.memory.persistence.type': { variable: 'PERSISTENCE_TYPE' },
  'agent.memory.persistence.auto_save': { variable: 'PERSISTENCE_AUTO_SAVE' },
  'compaction.tasks': { variable: 'COMPACT_TASKS' },
  'compaction.tasks_after_hours': { variable: 'COMPACT_TASKS_AFTER_HOURS' },
  'compaction.conversations': { variable: 'COMPACT_CONVERSATIONS' },
  'compaction.conversations_over': { variable: 'COMPACT_CONVERSATIONS_OVER' },
  'compaction.facts': { variable: 'COMPACT_FACTS' },
  'compaction.facts_over': { variable: 'COMPACT_FACTS_OVER' },
};

/** A variable by another name. */
export interface NestedKey {
  readonly variable: string;
  /** What the variable calls the values of the key, where it has other words for them. */
  readonly words?: Readonly<Record<string, string>>;
}

/** The keys at the top of the nested ones. */
export const nestedRoots: readonly string[] = [...new Set(Object.keys(nestedKeys).map((key) => key.split('.', 1)[0] ?? ''))];
