const memoryRef = /\[MemoryRef: [^\]\n]{1,1500}\]/g;

/** The placeholders in a text, each once. */
export function memoryRefs(text: string): readonly string[] {
  return [...new Set(text.match(memoryRef) ?? [])];
}
