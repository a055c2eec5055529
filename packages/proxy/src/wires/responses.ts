import { elements, type JsonValue, member, textMember, textOf } from '../json/json-text.ts';
import { ofTypes, plainText, saidByUser } from './content.ts';
import { responsesReply } from './responses-reply.ts';
import type { Said, Wire } from './wire.ts';

const isText = ofTypes('input_text', 'output_text', 'text');
/** The types of what tools have answered, and of what the user has answered about them. */
const result = /_output$|^mcp_approval_response$/;

/** `POST /v1/responses`, OpenAI's newer one. */
export const responses: Wire = {
  paths: ['/v1/responses'],
  read: (body) => ({
    model: textMember(body, 'model') ?? '',
    isStreaming: member(body, 'stream')?.value === true,
    isReplyHeld: member(body, 'store')?.value !== false,
    said: saidIn(member(body, 'input')),
  }),
  replyReader: responsesReply,
};

function saidIn(input: JsonValue | undefined): readonly Said[] {
  if (input?.type !== 'string') return elements(input).flatMap(saidBy);
  return [saidByUser(input, isText)];
}

function saidBy(item: JsonValue): readonly Said[] {
  const type = textMember(item, 'type') ?? 'message';
  const content = member(item, 'content');
  if (result.test(type)) {
    const output = member(item, 'output');
    const text = `${textMember(item, 'call_id')} ${textOf(output) ?? plainText(output, isText)}`;
    return [{ role: 'tool', text, at: null }];
  }
  if (type !== 'message') return [];
  const role = textMember(item, 'role');
  if (role === 'assistant') return [{ role, text: plainText(content, isText), at: null }];
  return role === 'user' ? [saidByUser(content, isText)] : [];
}
