/** "AppendMessage" → "append_message". */
export function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** "AppendMessage" and "append_message" → "append-message". */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}
