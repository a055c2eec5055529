import { OperationError } from '@agent-mem/contract';
import type { Conversation } from '../domain/conversation.ts';
import { wholeSummaryId } from '../domain/summary/summary-node.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { documentPiece } from '../transfer/document-piece.ts';
import { documentTexts } from '../transfer/document-text.ts';

/** The next piece of a conversation's document. All pieces are of one version of the conversation and of its summary: a cursor names them. */
export async function exportConversation(request: Request<'export'>, context: Context): Answer<'export'> {
  const cursor = cursorOf(request.cursor);
  const { conversation, version } = await versionNow(request, context);
  if (cursor && cursor.version !== version) throw hasChanged(conversation);
  if (cursor === null) await context.graph.saveConversation(context.scope, conversation.id);
  const { chunk, next } = await documentPiece(documentTexts(context, conversation), cursor?.from ?? 0);
  // A message that was appended while the piece was read may be in it, beyond what the conversation counts there.
  if ((await versionNow(request, context)).version !== version) throw hasChanged(conversation);
  return { chunk, next_cursor: next === null ? null : `${version}.${next}` };
}

async function versionNow({ conversation_id }: Request<'export'>, { graph, scope }: Context) {
  const conversation = await findConversation(graph, scope, conversation_id);
  const [summary] = await graph.get(scope, [wholeSummaryId(conversation)]);
  return { conversation, version: `${conversation.version}.${summary?.version ?? 0}` };
}

function hasChanged({ id }: Conversation): OperationError {
  return new OperationError('failed-precondition', `Conversation ${id} has changed since its export began: export it anew`);
}

function cursorOf(cursor: string | null): { readonly version: string; readonly from: number } | null {
  if (cursor === null || cursor === '') return null;
  // A version before names no version of the summary.
  const [, version, from] = /^(\d{1,15}(?:\.\d{1,15})?)\.(\d{1,15})$/.exec(cursor) ?? [];
  if (version !== undefined && from !== undefined) return { version, from: Number(from) };
  throw new OperationError('invalid-argument', `cursor: must be next_cursor of the piece before, got ${JSON.stringify(cursor)}`);
}
