/** "append_message" → "appendMessage", "working-memory" → "workingMemory". */
export function camelCase(name: string): string {
  return name.replace(/[-_]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
