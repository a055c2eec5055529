import type { Scope } from '@agent-mem/contract';
import type { JsonObject, NodeKind, NodeWrite } from '@agent-mem/storage';
import { bodyOf } from './bodies.ts';

/** One body in a file. */
export interface Entry {
  readonly kind: NodeKind;
  readonly ordinal: number | null;
  /** Of a call its message, of a result its call; `null` of a message. */
  readonly parent: string | null;
  /** What of the node stands beside the body, for people who read the file. */
  readonly shown: JsonObject;
  readonly body: JsonObject;
}

/** The bodies of a conversation, by the ids of their nodes. */
export type Bodies = ReadonlyMap<string, Entry>;

interface FileResult extends JsonObject {
  readonly id: string;
}
interface FileCall extends JsonObject {
  readonly id: string;
  readonly tool_result: FileResult | null;
}
interface FileDocument {
  readonly messages: readonly FileMessage[];
  readonly others?: readonly (JsonObject & { readonly id: string; readonly kind: NodeKind; readonly parent: string | null })[];
}
interface FileMessage extends JsonObject {
  readonly id: string;
  readonly ordinal: number | null;
  readonly tool_calls: readonly FileCall[];
}

/** The entry of a node that is written. */
export function entryOf(write: Pick<NodeWrite, 'id' | 'kind' | 'ordinal' | 'properties'>): Entry {
  const { kind, properties, ordinal = null } = write;
  const text = (name: string) => (typeof properties[name] === 'string' ? { [name]: properties[name] } : {});
  const parent = properties[kind === 'ToolCall' ? 'message_id' : 'tool_call_id'];
  const shown = kind === 'Message' ? { ...text('role'), ...text('timestamp') } : kind === 'ToolCall' ? text('tool_name') : {};
  return { kind, ordinal, parent: typeof parent === 'string' ? parent : null, shown, body: bodyOf(write) };
}

/** The text of the file: messages in order, each with its calls and their results; then what has lost its message or call. */
export function documentText(scope: Scope, conversationId: string, bodies: Bodies): string {
  const entries = [...bodies];
  const ofParent = Map.groupBy(entries, ([, { parent }]) => parent ?? '');
  const messages = entries
    .filter(([, { kind }]) => kind === 'Message')
    .toSorted(([a, { ordinal: m }], [b, { ordinal: n }]) => (m ?? 0) - (n ?? 0) || (a < b ? -1 : 1))
    .map(([id, { ordinal, shown, body }]) => ({
      id,
      ordinal,
      ...shown,
      ...body,
      tool_calls: (ofParent.get(id) ?? []).map(([callId, call]) => {
        const [result] = ofParent.get(callId) ?? [];
        return { id: callId, ...call.shown, ...call.body, tool_result: result ? { id: result[0], ...result[1].body } : null };
      }),
    }));
  const shownIds = new Set(
    messages.flatMap(({ id, tool_calls }) => [id, ...tool_calls.flatMap(({ id, tool_result }) => [id, tool_result?.id])]),
  );
  const others = entries
    .filter(([id]) => !shownIds.has(id))
    .map(([id, { kind, parent, body }]) => ({ id, kind, parent, ...body }));
  const { workspace, user, collection } = scope;
  const document = { version: 1, workspace, user, collection, conversation_id: conversationId, messages };
  return `${JSON.stringify(others.length > 0 ? { ...document, others } : document, null, 2)}\n`;
}

/** Reads the text of a file. */
export function bodiesOf(text: string): Map<string, Entry> {
  const { messages, others = [] } = JSON.parse(text) as FileDocument;
  const bodies = new Map<string, Entry>();
  const read = (id: string, kind: NodeKind, parent: string | null, properties: JsonObject, ordinal: number | null = null) =>
    bodies.set(id, { ...entryOf({ id, kind, ordinal, properties }), parent });
  for (const message of messages) {
    read(message.id, 'Message', null, message, message.ordinal);
    for (const call of message.tool_calls) {
      read(call.id, 'ToolCall', message.id, call);
      if (call.tool_result) read(call.tool_result.id, 'ToolResult', call.id, call.tool_result);
    }
  }
  for (const { id, kind, parent, ...body } of others) read(id, kind, parent, body);
  return bodies;
}
