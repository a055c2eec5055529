import { hash } from 'node:crypto';
import { memoryReference, OperationError } from '@agent-mem/contract';
import { screenPieces } from '@agent-mem/policy';
import { findDetail } from '../details/find-detail.ts';
import { isTextContent } from '../details/screened-content.ts';
import { type Received, storeContent } from '../details/store-content.ts';
import { storedBytes } from '../details/stored-bytes.ts';
import { addChunk, chunksOf, dropChunks, readUpload, writeUpload } from '../details/uploads.ts';
import { detailMessage } from '../domain/detail/detail-node.ts';
import { wholeSigns } from '../domain/detail/stored-parts.ts';
import type { Answer, Context, Request } from '../handler.ts';

type StoreRequest = Request<'store_detail'>;

/** Stores a payload, whole or chunk by chunk. A repeat answers as the first did; the last chunk answers when the payload can be retrieved. */
export async function storeDetail(request: StoreRequest, context: Context): Answer<'store_detail'> {
  const uploadId = request.upload_id ?? context.requestId;
  const received = request.content === null ? await receiveChunk(request, uploadId, context) : wholeContent(request, uploadId);
  if (!received) return {};
  const { memoryKey, found } = await storeContent(request, received, context);
  if (request.content === null) await endUpload(uploadId, memoryKey, context);
  const detail = detailMessage(await findDetail(context.graph, context.scope, memoryKey));
  const placeholder = memoryReference(memoryKey, detail.description ?? '');
  return { detail, placeholder, memory_key: memoryKey, sensitive: found.map((each) => ({ ...each })) };
}

function wholeContent(request: StoreRequest, uploadId: string): Received {
  if (request.chunk !== '' || request.sequence > 0)
    throw new OperationError(
      'invalid-argument',
      'content: is the whole payload; leave chunk and sequence out, or send chunks alone',
    );
  const bytes = bytesOf(request.content ?? '', request.encoding, 'content');
  return { uploadId, content: () => [bytes], totalBytes: bytes.length, receivedHash: hash('sha256', bytes) };
}

/** Adds the chunk; `null`: it is not the last one. */
async function receiveChunk(request: StoreRequest, uploadId: string, context: Context): Promise<Received | null> {
  const { keyValue, scope } = context;
  const { sequence, conversation_id, invocation_id, chunk, encoding, end } = request;
  if (chunk === '' && !end) throw new OperationError('invalid-argument', 'content: is required, or a chunk of it');
  const names = [conversation_id, invocation_id].filter((name) => name !== null);
  const bytes = await screenedChunk(bytesOf(chunk, encoding, 'chunk'), context);
  const upload = await addChunk(keyValue, scope, uploadId, { sequence, bytes, isLast: end, names });
  if (!end) return null;
  const content = () => storedBytes(chunksOf(keyValue, scope, uploadId, upload), upload.totalBytes);
  return { uploadId, content, totalBytes: upload.totalBytes, receivedHash: upload.hash };
}

/** What a chunk alone shows to be sensitive reaches no store; what is cut between two is found when all have come. */
async function screenedChunk(bytes: Buffer, context: Context): Promise<Buffer> {
  const text = wholeSigns(bytes, { atStart: true, atEnd: true });
  if (!(await isTextContent(() => [text]))) return bytes;
  const screen = screenPieces(context, 'store_detail.chunk');
  const screened = Buffer.from(screen.push(Buffer.from(text).toString()) + screen.end());
  const before = text.byteOffset - bytes.byteOffset;
  return Buffer.concat([bytes.subarray(0, before), screened, bytes.subarray(before + text.length)]);
}

async function endUpload(uploadId: string, memoryKey: string, { keyValue, scope }: Context): Promise<void> {
  const upload = await readUpload(keyValue, scope, uploadId);
  if (upload?.memoryKey !== '') return;
  await writeUpload(keyValue, scope, uploadId, { ...upload, memoryKey });
  await dropChunks(keyValue, scope, uploadId, upload);
}

function bytesOf(text: string, encoding: StoreRequest['encoding'], member: string): Buffer {
  if (encoding === 'text') return Buffer.from(text);
  const digits = text.trimEnd().replace(/={1,2}$/, '');
  // Decoding skips what is no digit of base64, and a last digit that is alone: without the check bytes would be lost silently.
  if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1)
    throw new OperationError('invalid-argument', `${member}: must be base64`);
  return Buffer.from(digits, 'base64');
}
