import { hash } from 'node:crypto';
import { newId, OperationError, type SensitiveFinding } from '@agent-mem/contract';
import { isByRules } from '@agent-mem/llm';
import { allowing } from '@agent-mem/policy';
import { claimUniqueKey } from '@agent-mem/retention';
import { jobNodeOf } from '@agent-mem/service-kit';
import type { GraphNode, JsonObject, NodeWrite } from '@agent-mem/storage';
import { descriptionOf } from '../domain/detail/description.ts';
import { type DetailRecord, detailNode, keyUniqueKeyId, readDetail } from '../domain/detail/detail-node.ts';
import { memoryKeys } from '../domain/detail/memory-key.ts';
import type { Context, Request } from '../handler.ts';
import { activeDetail } from './find-detail.ts';
import { asOnlyWriter } from './only-writer.ts';
import { type Content, firstLine, isTextContent, screenedContent } from './screened-content.ts';

/** A content that was received whole. */
export interface Received {
  readonly uploadId: string;
  readonly content: Content;
  readonly totalBytes: number;
  /** SHA-256 of what was received, for telling a repeat. */
  readonly receivedHash: string;
}

/** What storing a content came to. */
export interface StoredContent {
  readonly memoryKey: string;
  readonly found: readonly SensitiveFinding[];
}

/** Puts the content into the Details, then commits its node with the word in its placeholder: a reader has both, or none. */
export async function storeContent(
  request: Request<'store_detail'>,
  received: Received,
  context: Context,
): Promise<StoredContent> {
  const origin = hash('sha256', JSON.stringify([received.uploadId, received.receivedHash]));
  const { memoryKey, isStored } = await keyOf(request, origin, context);
  if (isStored) return { memoryKey, found: [] };

  const found = await asOnlyWriter(memoryKey, origin, context, () =>
    putAndCommit(request, received, { memoryKey, origin }, context),
  );
  return { memoryKey, found };
}

async function putAndCommit(
  request: Request<'store_detail'>,
  { content, totalBytes }: Received,
  { memoryKey, origin }: Pick<DetailRecord, 'origin'> & { readonly memoryKey: string },
  context: Context,
): Promise<readonly SensitiveFinding[]> {
  const { clock, details, graph, scope } = context;
  const { agent_id, conversation_id, invocation_id, source_command } = request;
  const memoryType = request.type || request.memory_type;
  const now = new Date(clock.now()).toISOString();
  const isText = await isTextContent(content);
  const described = { sourceCommand: source_command, memoryType, sizeBytes: totalBytes };
  const description =
    request.description || descriptionOf({ ...described, firstLine: isText ? await firstLine(content, context) : '' });
  const contentType = request.content_type || (isText ? 'text/plain' : 'application/octet-stream');
  const said = { memory_type: memoryType, description, agent_id, invocation_id, source_command };

  const screened = await screenedContent(content, isText ? context : allowing, isText);
  const metadata = givenOf({ ...request.metadata, ...said, conversation_id });
  const put = await details.put(scope, { memoryKey, contentType, metadata, createdAt: now }, screened.bytes);
  const { found, readBytes, excerpt } = screened.outcome();

  const record: DetailRecord = {
    ...said,
    memory_key: memoryKey,
    content_type: contentType,
    size_bytes: put.sizeBytes,
    sha256: put.hash,
    metadata: request.metadata,
    missing_bytes: readBytes < totalBytes ? totalBytes - readBytes : null,
    rests_on: [],
    excerpt,
    origin,
  };
  const node = detailNode(newId('det', clock.now()), record, conversation_id, now);
  const uniqueKey = keyUniqueKeyId(memoryKey);
  const [seen] = await graph.get(scope, [uniqueKey]);
  const describing = isDescribedByRules(request) && !isByRules(context.summaryModel) && excerpt !== '';
  const job = describing ? [describingJob(node, clock.now())] : [];
  const { applied } = await graph.commit(scope, { nodes: [node, claimUniqueKey(uniqueKey, seen, node.id, now), ...job] });
  if (applied) {
    for (const { kind, action, count } of found) context.metrics.sensitive(kind, action, count);
    context.metrics.memories('Detail', 1);
    await context.index(scope, [node.id], { signal: context.signal });
  }
  return found;
}

/** What an agent captures is described by the call that gave it; a description of the caller's own stays. */
function isDescribedByRules({ description, invocation_id, memory_type }: Request<'store_detail'>): boolean {
  return !description || (invocation_id !== null && memory_type === 'command_output');
}

function describingJob({ id, conversationId = null }: NodeWrite, now: number): NodeWrite {
  const plan = { kind: 'describe-detail', subject: id, input: { detail: id }, waitingClient: null } as const;
  return jobNodeOf({ ...plan, service: 'working-memory', conversationIds: conversationId === null ? [] : [conversationId] }, now);
}

/** The key that the caller names, else the first of ours that names nothing else. Throws `already-exists` where the caller's names another content. */
async function keyOf(
  request: Request<'store_detail'>,
  origin: string,
  { graph, scope }: Context,
): Promise<{ readonly memoryKey: string; readonly isStored: boolean }> {
  const memoryType = request.type || request.memory_type;
  const named = { sourceCommand: request.source_command, description: request.description ?? '', memoryType };
  const wanted = request.memory_key ? [request.memory_key] : memoryKeys(named, origin);
  for (const memoryKey of wanted) {
    const holder: GraphNode | null = await activeDetail(graph, scope, memoryKey);
    if (!holder) return { memoryKey, isStored: false };
    if (readDetail(holder).origin === origin) return { memoryKey, isStored: true };
  }
  throw new OperationError(
    'already-exists',
    `memory_key: ${wanted[0]} names another detail already; choose another key, or delete it`,
  );
}

function givenOf(members: Readonly<Record<string, string | null>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''));
}
