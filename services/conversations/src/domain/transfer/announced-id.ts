import { membersOf, parsedJson } from '@agent-mem/contract';
import { jsonExtent } from '@agent-mem/llm';

const beforeConversation = /^\s*\{\s*"format"\s*:\s*"[^"]*"\s*,\s*"version"\s*:\s*\d+\s*,\s*"conversation"\s*:\s*/;

/** The id of the conversation, from the beginning of a document; `null` where that does not have the conversation whole. */
export function announcedId(beginning: string): string | null {
  const [head] = beforeConversation.exec(beginning) ?? [];
  if (head === undefined) return null;
  const extent = jsonExtent(beginning, head.length);
  if (extent === null) return null;
  const { id } = membersOf(parsedJson(beginning.slice(head.length, extent.end)));
  return typeof id === 'string' ? id : null;
}
