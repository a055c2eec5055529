import { type IdPrefix, type Scope, scopeKey, sha256 } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import type { ImportedConversation } from './record.ts';

/** Where a conversation comes from and goes to: with what names it there the whole of its ids, so that it is the same one however often it is imported. */
export interface Origin {
  readonly from: string;
  /** The name of the file, which counts only where the source gives its conversations no ids. */
  readonly source: string;
  readonly scope: Scope;
  /** The time of what the source gives none. */
  readonly at: string;
}

/** A conversation as the document that conversations.Import takes, and its id. */
export function conversationDocument(conversation: ImportedConversation, { from, source, scope, at }: Origin) {
  const { sourceId, inFile } = conversation;
  const named = sourceId === null ? [source, inFile] : [sourceId];
  const idOf = (prefix: IdPrefix, ...of: readonly (string | number)[]) =>
    `${prefix}_${uuidOf([scopeKey(scope), from, ...named, ...of].join('\n'))}`;
  const id = idOf('conv');
  let time = conversation.createdAt ?? conversation.messages.find(({ timestamp }) => timestamp !== null)?.timestamp ?? at;
  const created_at = time;
  const messages = conversation.messages.map(({ role, content, reasoning, timestamp, speaker, calls }, index) => {
    time = timestamp ?? time;
    const made = { created_at: time, timestamp: time };
    return {
      id: idOf('msg', index),
      conversation_id: id,
      ordinal: index + 1,
      base: 0,
      status: 'ACTIVE',
      created_at: time,
      content: {
        role,
        content,
        reasoning,
        timestamp: time,
        token_count: countTokens(content),
        speaker,
        metadata: {},
        metadata_json: null,
        embedded: true,
      },
      tool_calls: calls.map((call, nth) => ({
        id: idOf('call', index, nth),
        ...made,
        tool_name: call.name,
        arguments: call.arguments,
        duration_ms: 0,
        success: call.result?.success ?? true,
        iteration: null,
        tool_result: call.result && {
          id: idOf('res', index, nth),
          ...made,
          success: call.result.success,
          result: JSON.stringify(call.result.text),
          error: call.result.success ? null : call.result.text,
          result_size_bytes: Buffer.byteLength(JSON.stringify(call.result.text)),
        },
      })),
    };
  });
  const about = {
    id,
    created_at,
    updated_at: time,
    status: 'active',
    title: conversation.title,
    summary: null,
    tags: [`import:${from}`],
    metadata: {},
    metadata_json: null,
    ended_at: null,
    branch_of: null,
    branched_at: null,
    merged_into: null,
    archived_by: null,
    message_count: messages.length,
    invocation_count: 0,
    message_base: 0,
    invocation_base: 0,
    embed_messages: null,
    max_context_messages: null,
    enable_summarization: null,
    summarize_every: null,
    view: null,
  };
  const text = JSON.stringify({
    format: 'agent-mem-conversation',
    version: 1,
    conversation: about,
    messages,
    invocations: [],
  });
  return { id, text };
}

/** A UUID of a text: the same however often it is made. */
function uuidOf(text: string): string {
  const hash = sha256(text);
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
