import { OperationError } from '@agent-mem/contract';
import { findDetail, meantKey } from '../details/find-detail.ts';
import { openContent } from '../details/read-content.ts';
import { partOf } from '../details/retrieval/part-of.ts';
import { detailMessage, readDetail } from '../domain/detail/detail-node.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** A part of a payload, and how to read what it leaves out. */
export async function retrieveDetail(request: Request<'retrieve_detail'>, context: Context): Answer<'retrieve_detail'> {
  const { analysis, details, graph, scope, signal } = context;
  const key = request.memory_key || request.id;
  if (!key) throw new OperationError('invalid-argument', 'memory_key: is required');
  const node = await findDetail(graph, scope, await meantKey(graph, scope, key));
  const content = await openContent(details, scope, readDetail(node).memory_key);
  const part = await partOf(content, request, { language: analysis.language, signal });
  const { contentType, hash, sizeBytes } = content;
  return { detail: { ...detailMessage(node), size_bytes: sizeBytes, sha256: hash, content_type: contentType }, ...part };
}
