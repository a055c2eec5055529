import type { Conversation } from '../conversation.ts';
import type { ContentType } from './summary-node.ts';

const contentTypes: readonly ContentType[] = ['conversation', 'journal', 'document'];

/** What a conversation holds: as its metadata say (`content_type`), else by who speaks in it and how often. */
export function contentTypeOf(
  { metadata }: Pick<Conversation, 'metadata'>,
  { voices, messages }: { readonly voices: number; readonly messages: number },
): ContentType {
  const said = contentTypes.find((each) => each === metadata.content_type);
  if (said) return said;
  if (voices > 1) return 'conversation';
  return messages > 1 ? 'journal' : 'document';
}
