import { isJsonObject } from '@agent-mem/contract';

const beforeConversation = /^\s*\{\s*"format"\s*:\s*"[^"]*"\s*,\s*"version"\s*:\s*\d+\s*,\s*"conversation"\s*:\s*/;

/** The id of the conversation, from the beginning of a document; `null` where that does not have the conversation whole. */
export function announcedId(beginning: string): string | null {
  const [head] = beforeConversation.exec(beginning) ?? [];
  if (head === undefined) return null;
  const end = endOfObject(beginning, head.length);
  if (end === null) return null;
  try {
    const conversation: unknown = JSON.parse(beginning.slice(head.length, end));
    return isJsonObject(conversation) && typeof conversation.id === 'string' ? conversation.id : null;
  } catch {
    return null;
  }
}

function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText && sign === '\\') at += 1;
    else if (sign === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}
