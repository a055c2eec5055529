import { OperationError } from '@agent-mem/contract';
import type { Language } from '@agent-mem/recall/ranking';
import type { Request } from '../../handler.ts';
import type { StoredBytes } from '../read-content.ts';
import type { AnsweredPart } from './answered-part.ts';
import { partByLines } from './by-lines.ts';
import { byPattern, byText, partByMatch } from './by-match.ts';
import { valueAt } from './by-pointer.ts';
import { partByQuery } from './by-query.ts';
import { partByPage, partByRange } from './by-range.ts';

const mostLines = 10_000;

/** The part of a content that a request asks for. Throws `invalid-argument` where it asks in two ways at once. */
export async function partOf(
  whole: StoredBytes,
  request: Request<'retrieve_detail'>,
  { language, signal }: { readonly language: Language; readonly signal: AbortSignal },
): Promise<AnsweredPart> {
  const {
    context_lines,
    encoding,
    grep,
    json_pointer,
    line,
    lines,
    max_bytes,
    max_tokens,
    offset,
    page,
    page_size,
    pattern,
    query,
  } = request;
  checkWay(request);
  const content = json_pointer === null ? whole : await valueAt(whole, json_pointer, signal);
  const size = { maxBytes: max_bytes, maxTokens: max_tokens };
  if (query) return partByQuery(content, query, { page: page ?? 1, size, language }, signal);
  if (grep || pattern) {
    const find = grep ? byText(grep) : byPattern(pattern ?? '');
    return partByMatch(content, find, { first: line ?? 1, around: context_lines ?? 0, size }, signal);
  }
  if (line !== null || lines !== null) return partByLines(content, { first: line ?? 1, most: lines ?? mostLines, size }, signal);
  if (page !== null || page_size !== null)
    return partByPage(content, { page: page ?? 1, pageBytes: page_size ?? max_bytes }, size, encoding);
  return partByRange(content, offset ?? 0, size, encoding);
}

function checkWay(request: Request<'retrieve_detail'>): void {
  const { encoding, grep, line, lines, offset, page, page_size, pattern, query } = request;
  // Its type is that of sizes over 2 GB, which is no whole number's.
  if (offset !== null && !Number.isInteger(offset))
    throw new OperationError('invalid-argument', `offset: must be a whole number, got ${offset}`);
  const ways = [
    query ? 'query' : '',
    grep ? 'grep' : '',
    pattern ? 'pattern' : '',
    offset === null ? '' : 'offset',
    (line ?? lines) !== null && !grep && !pattern ? 'line' : '',
    (page ?? page_size) !== null && !query ? 'page' : '',
  ].filter((way) => way !== '');
  if (ways.length > 1)
    throw new OperationError('invalid-argument', `${ways[1]}: cannot be asked together with ${ways[0]}; leave one out`);
  if (encoding === 'base64' && ways[0] !== undefined && !['offset', 'page'].includes(ways[0]))
    throw new OperationError('invalid-argument', `encoding: with ${ways[0]} the answer is text`);
}
