/** The tools whose hooks are known here. */
export const tools = ['claude-code', 'codex', 'cursor', 'gemini'] as const;

/** One of `tools`. */
export type Tool = (typeof tools)[number];

/** Whether a word names a tool. */
export function isTool(word: unknown): word is Tool {
  return tools.some((tool) => tool === word);
}
