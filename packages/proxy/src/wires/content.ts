import { ownWords } from '../harness-texts.ts';
import { type InsertionPoint, inFrontOf } from '../json/insertion.ts';
import { elements, type JsonValue, member, textMember, textOf } from '../json/json-text.ts';

/** The user's words in a content and where a block goes; `null`: it has none of the user's own. Of several parts the block goes before the last. */
export function wordsIn(
  content: JsonValue | undefined,
  partTypes: readonly string[],
): { readonly text: string; readonly at: InsertionPoint } | null {
  const parts = textsIn(content, partTypes).flatMap((node) => {
    const words = ownWords(textOf(node) ?? '');
    return words === '' ? [] : [{ node, words }];
  });
  const last = parts.at(-1);
  return last ? { text: parts.map(({ words }) => words).join('\n\n'), at: inFrontOf(last.node) } : null;
}

/** What a content says, as plain text. */
export function plainText(content: JsonValue | undefined, partTypes: readonly string[]): string {
  return textsIn(content, partTypes)
    .map((node) => textOf(node) ?? '')
    .join('\n\n');
}

function textsIn(content: JsonValue | undefined, partTypes: readonly string[]): readonly JsonValue[] {
  if (content?.type === 'string') return [content];
  return elements(content).flatMap((part) => {
    if (part.type === 'string') return [part];
    const text = partTypes.includes(textMember(part, 'type') ?? '') ? member(part, 'text') : undefined;
    return text?.type === 'string' ? [text] : [];
  });
}
