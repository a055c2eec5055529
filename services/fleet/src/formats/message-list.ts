import { type ImportedCall, type ImportedConversation, type ImportedMessage, type ImportRecord, leftOut } from './record.ts';

/** A message while its list is read. `answers`: the id of the call that a tool's message answers. */
export interface ListedMessage extends Omit<ImportedMessage, 'calls'> {
  readonly calls: readonly (ImportedCall & { readonly id: string | null })[];
  readonly answers?: { readonly id: string; readonly success: boolean };
}

/** A conversation of messages, where each tool's answer stands with its call. An answer whose call is missing stays a message of role tool. */
export function conversationOfList(
  about: Pick<ImportedConversation, 'sourceId' | 'inFile' | 'title' | 'createdAt'>,
  listed: readonly ListedMessage[],
): readonly ImportRecord[] {
  const calls = new Map<string, ImportedCall>();
  const messages: ImportedMessage[] = [];
  let empty = 0;
  for (const { answers, ...message } of listed) {
    for (const call of message.calls) if (call.id !== null) calls.set(call.id, call);
    const called = answers && calls.get(answers.id);
    if (called && answers) called.result = { text: message.content, success: answers.success };
    else if (message.content.trim() !== '' || message.reasoning || message.calls.length > 0) messages.push(message);
    else empty += 1;
  }
  if (messages.length === 0) return [{ kind: 'skipped', reason: 'a conversation without messages' }];
  return [{ kind: 'conversation', ...about, messages }, ...leftOut(empty, 'message', ' without text')];
}
