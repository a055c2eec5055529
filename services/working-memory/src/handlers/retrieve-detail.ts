import { OperationError } from '@agent-mem/contract';
import { findDetail } from '../details/find-detail.ts';
import { encoded, openContent, readBytes, readSigns } from '../details/read-content.ts';
import { detailMessage } from '../domain/detail/detail-node.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** A part of a payload, and how to read what is behind it. */
export async function retrieveDetail(request: Request<'retrieve_detail'>, context: Context): Answer<'retrieve_detail'> {
  const { details, graph, scope } = context;
  const key = request.memory_key || request.id;
  if (!key) throw new OperationError('invalid-argument', 'memory_key: is required');
  const node = await findDetail(graph, scope, key);
  const content = await openContent(details, scope, String(node.properties.memory_key));
  const offset = request.offset ?? 0;
  const read = request.encoding === 'text' ? readSigns : readBytes;
  const { bytes, end } = await read(content, offset, request.max_bytes);
  const next = end < content.sizeBytes ? end : null;
  return {
    detail: { ...detailMessage(node), size_bytes: content.sizeBytes, sha256: content.hash, content_type: content.contentType },
    content: encoded(bytes, request.encoding),
    next_offset: next,
    how_to_go_on: next === null ? null : `Bytes ${offset} to ${end - 1} of ${content.sizeBytes}; offset ${next} leads on.`,
  };
}
