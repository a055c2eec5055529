/** What a model of the caller's is shown of memory, by `agent.Recall` with `format: roles`. */
export function rememberedText(memory: string): string {
  return `What you remember of this user:\n${memory}`;
}
