import { ownWords } from '../harness-texts.ts';
import { inFrontOf } from '../json/insertion.ts';
import { type JsonValue, member, oneOrMore, textMember, textOf } from '../json/json-text.ts';
import type { Said } from './wire.ts';

/** Whether a part of a content is a text of somebody's. */
export type IsText = (part: JsonValue) => boolean;

/** Parts of these types are texts. */
export function ofTypes(...types: readonly string[]): IsText {
  return (part) => types.includes(textMember(part, 'type') ?? '');
}

/** What the user says in a content: their own words and where a block goes. Of several parts the block goes before the last. */
export function saidByUser(content: JsonValue | undefined, isText: IsText): Said {
  const parts = textsIn(content, isText).flatMap((node) => {
    const words = ownWords(textOf(node) ?? '');
    return words === '' ? [] : [{ node, words }];
  });
  const last = parts.at(-1);
  return { role: 'user', text: parts.map(({ words }) => words).join('\n\n'), at: last ? inFrontOf(last.node) : null };
}

/** What a content says, as plain text. */
export function plainText(content: JsonValue | undefined, isText: IsText): string {
  return textsIn(content, isText)
    .map((node) => textOf(node) ?? '')
    .join('\n\n');
}

function textsIn(content: JsonValue | undefined, isText: IsText): readonly JsonValue[] {
  return oneOrMore(content).flatMap((part) => {
    if (part.type === 'string') return [part];
    const text = isText(part) ? member(part, 'text') : undefined;
    return text?.type === 'string' ? [text] : [];
  });
}
