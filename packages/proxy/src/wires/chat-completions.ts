import { elements, type JsonValue, member, textMember } from '../json/json-text.ts';
import { chatCompletionsReply } from './chat-completions-reply.ts';
import { ofTypes, plainText, saidByUser } from './content.ts';
import type { Said, Wire } from './wire.ts';

const isText = ofTypes('text');

/** `POST /v1/chat/completions`, as OpenAI has it and most servers take it over. */
export const chatCompletions: Wire = {
  paths: ['/v1/chat/completions'],
  read: (body) => ({
    model: textMember(body, 'model') ?? '',
    isStreaming: member(body, 'stream')?.value === true,
    isReplyHeld: false,
    said: elements(member(body, 'messages')).flatMap(saidBy),
  }),
  replyReader: chatCompletionsReply,
};

function saidBy(message: JsonValue): readonly Said[] {
  const content = member(message, 'content');
  const role = textMember(message, 'role');
  if (role === 'user') return [saidByUser(content, isText)];
  const text = plainText(content, isText);
  // Older clients name the function.
  const call = role === 'tool' ? 'tool_call_id' : role === 'function' ? 'name' : null;
  if (call) return [{ role: 'tool', text: `${textMember(message, call)} ${text}`, at: null }];
  return role === 'assistant' ? [{ role, text, at: null }] : [];
}
