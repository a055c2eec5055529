import { rememberedText } from '@agent-mem/contract/remembered-text';

/** The tag around what a model is shown of memory in the user's place. */
export const blockTag = 'agent-mem';

/** The block in front of the user's words; empty where nothing is remembered. No text of it can close its tag. */
export function blockOf(memory: string): string {
  if (memory === '') return '';
  const inside = rememberedText(memory).replace(/<(?=\s*(?:\/\s*)?agent-mem)/gi, '&lt;');
  return `<${blockTag}>\n${inside}\n</${blockTag}>`;
}
