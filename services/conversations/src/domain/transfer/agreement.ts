import { conversationNodeId } from '@agent-mem/contract';
import { runShows, viewOf } from '../view/view.ts';
import type { ConversationDocument } from './document.ts';
import { mostPositions, wrong } from './document-rules.ts';

/** Refuses a document whose parts contradict each other, by the JSON path: what an export writes never does. */
export function checkAgreement(document: ConversationDocument): void {
  const names = checkNames(document);
  checkIds(document, names);
  checkPositions(document);
}

/** One conversation has one name, and comes from no part of itself. Answers the ids of the nodes that are named, with their paths. */
function checkNames({ conversation, messages }: ConversationDocument): Map<string, string> {
  const { id, branch_of, merged_into, view } = conversation;
  for (const [member, other] of Object.entries({ branch_of, merged_into }))
    if (other !== null && conversationNodeId(other) === conversationNodeId(id))
      throw wrong(`$.conversation.${member}`, 'must be another conversation');
  const named = new Map<string, { readonly name: string; readonly path: string }>();
  const note = (name: string | null, path: string) => {
    if (name === null) return;
    const nodeId = conversationNodeId(name);
    const known = named.get(nodeId) ?? { name, path };
    if (known.name !== name) throw wrong(path, `must be ${JSON.stringify(known.name)}, as in ${known.path}`);
    named.set(nodeId, known);
  };
  note(id, '$.conversation.id');
  note(branch_of, '$.conversation.branch_of');
  note(merged_into, '$.conversation.merged_into');
  for (const [at, { runs }] of (view ?? []).entries())
    for (const [index, run] of runs.entries()) note(run.conversation, `$.conversation.view[${at}].runs[${index}].conversation`);
  for (const [index, { conversation_id }] of messages.entries()) note(conversation_id, `$.messages[${index}].conversation_id`);
  return new Map([...named].map(([nodeId, { path }]) => [nodeId, path]));
}

/** Each node has an id of its own. */
function checkIds({ messages, invocations, summaries = [] }: ConversationDocument, taken: Map<string, string>): void {
  const take = (id: string, path: string) => {
    const first = taken.get(id);
    if (first !== undefined) throw wrong(path, `must be an id of its own, is that of ${first}`);
    taken.set(id, path);
  };
  for (const [index, { id, tool_calls }] of messages.entries()) {
    take(id, `$.messages[${index}].id`);
    for (const [nth, call] of tool_calls.entries()) {
      const path = `$.messages[${index}].tool_calls[${nth}]`;
      take(call.id, `${path}.id`);
      if (call.tool_result) take(call.tool_result.id, `${path}.tool_result.id`);
    }
  }
  for (const [index, { id }] of invocations.entries()) take(id, `$.invocations[${index}].id`);
  for (const [index, { id }] of summaries.entries()) take(id, `$.summaries[${index}].id`);
}

/** Messages and invocations are within what the conversation counts, so that the next one gets an ordinal of its own. */
function checkPositions({ conversation, messages, invocations }: ConversationDocument): void {
  const { id, view, message_base, message_count, invocation_base, invocation_count } = conversation;
  if (message_base + message_count > mostPositions)
    throw wrong('$.conversation.message_count', `must be at most ${mostPositions - message_base}`);
  if (invocation_base + invocation_count > mostPositions)
    throw wrong('$.conversation.invocation_count', `must be at most ${mostPositions - invocation_base}`);
  if (view?.length === 0) throw wrong('$.conversation.view', 'must have a part');
  for (const [index, { start }] of (view ?? []).entries()) {
    const before = view?.[index - 1]?.start ?? 0;
    if (start < before || start > message_count)
      throw wrong(`$.conversation.view[${index}].start`, `must be from ${before} to ${message_count}, got ${start}`);
  }
  const runs = viewOf(conversation).flatMap((part) => part.runs);
  for (const [index, message] of messages.entries()) {
    const { base, ordinal, conversation_id: conversationId, created_at: createdAt } = message;
    const path = `$.messages[${index}].ordinal`;
    const at = base + ordinal;
    const most = conversationId === id ? message_base + message_count : mostPositions;
    if (at > most) throw wrong(path, `must be at most ${most} with base, got ${at}`);
    if (!runs.some((run) => runShows(run, { conversationId, ordinal: at, createdAt, id: message.id })))
      throw wrong(path, `must be one that the conversation shows, got ${at} of ${JSON.stringify(conversationId)} with base`);
  }
  for (const [index, { ordinal }] of invocations.entries())
    if (ordinal > invocation_count)
      throw wrong(`$.invocations[${index}].ordinal`, `must be at most ${invocation_count}, the invocation_count, got ${ordinal}`);
}
