import { elements, type JsonValue, member, textMember } from '../json/json-text.ts';
import { ofTypes, plainText, saidByUser } from './content.ts';
import { messagesReply } from './messages-reply.ts';
import type { Said, Wire } from './wire.ts';

const isText = ofTypes('text');

/** `POST /v1/messages`, Anthropic's. */
export const messages: Wire = {
  paths: ['/v1/messages'],
  read: (body) => ({
    model: textMember(body, 'model') ?? '',
    isStreaming: member(body, 'stream')?.value === true,
    isReplyHeld: false,
    said: elements(member(body, 'messages')).flatMap(saidBy),
  }),
  replyReader: messagesReply,
};

/** Results of tools stand in messages of the user, before words if there are any. */
function saidBy(message: JsonValue): readonly Said[] {
  const content = member(message, 'content');
  const role = textMember(message, 'role');
  if (role === 'assistant') return [{ role, text: plainText(content, isText), at: null }];
  if (role !== 'user') return [];
  const results = elements(content).filter((part) => textMember(part, 'type') === 'tool_result');
  return [...results.map(resultOf), saidByUser(content, isText)];
}

function resultOf(result: JsonValue): Said {
  const text = `${textMember(result, 'tool_use_id')} ${plainText(member(result, 'content'), isText)}`;
  return { role: 'tool', text, at: null };
}
