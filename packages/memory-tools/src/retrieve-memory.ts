import {
  type Detail,
  type Init,
  OperationError,
  type RetrieveDetailRequest,
  type RetrieveDetailResponse,
  referencedKey,
} from '@agent-mem/contract';
import { type MemoryTool, textOf } from './memory-tool.ts';
import { summarisedText } from './summarised-text.ts';

/** Bytes of a page, and for each the share of a token: an answer of passages is as long as a page. */
const defaultPageBytes = 3_000;
const tokensPerByte = 0.3;
const linesAround = 2;

/** Opens what a placeholder stands for, a page at a time. */
export const retrieveMemory: MemoryTool = {
  name: 'retrieve_memory',
  description:
    'Open the text that a placeholder, [MemoryRef: its key - what it is], stands for: a page of it, or what you look for in it',
  arguments: [
    { name: 'memory_key', type: 'string', description: 'The key in the placeholder' },
    { name: 'query', type: 'string', description: 'Words: answers the passages that share most with them', required: false },
    { name: 'pattern', type: 'string', description: 'A regular expression: answers the lines that match', required: false },
    { name: 'line', type: 'string', description: 'The number of the line to read from', required: false },
    { name: 'page', type: 'string', description: 'The number of the page, from 1', required: false },
    { name: 'offset', type: 'string', description: 'The number of the byte to read from', required: false },
  ],
  access: 'reads',
  async run(args, { caller, scope, pageBytes = defaultPageBytes, options }) {
    // Models give the placeholder whole, too.
    const key = referencedKey(textOf(args.memory_key));
    if (key.startsWith('sum_')) {
      const answer = await summarisedText(key, { ...partOfSummary(args), pageBytes }, { caller, scope, options });
      return { text: shown(answer), recalledIds: null, data: { ...answer } };
    }
    const retrieve = (request: Init<RetrieveDetailRequest>) =>
      caller.call('working-memory', 'retrieve_detail', { ...scope, ...request }, options);
    try {
      const answer = await retrieve({ memory_key: key, ...wayOf(args, pageBytes) });
      return { text: shown(answer), recalledIds: null, data: { ...answer } };
    } catch (cause) {
      if (!isOfNoText(cause)) throw cause;
      const data = await inPlaceOfBytes(key, retrieve);
      return { text: data.content, recalledIds: null, data };
    }
  },
};

/** Whether a detail was refused since its content is no text: the service offers its bytes instead. */
export function isOfNoText(cause: unknown): boolean {
  return cause instanceof OperationError && cause.message.includes('encoding: the content is not text');
}

/** What a model reads in place of content that is no text. The refusal does not describe the detail, so one byte is asked for: its answer does. */
export async function inPlaceOfBytes(
  memory_key: string,
  retrieve: (request: Init<RetrieveDetailRequest>) => Promise<RetrieveDetailResponse>,
): Promise<{ readonly content: string; readonly detail: Detail | null }> {
  const { detail } = await retrieve({ memory_key, encoding: 'base64', max_bytes: 1 });
  return { content: `${memory_key} is no text and cannot be shown: ${detail ? described(detail) : 'it is bytes'}`, detail };
}

function described({ description, content_type, size_bytes }: Detail): string {
  return `${description} (${content_type || 'unknown type'}, ${size_bytes.toLocaleString('en')} bytes)`;
}

function wayOf(args: Readonly<Record<string, unknown>>, pageBytes: number): Init<RetrieveDetailRequest> {
  const [query, pattern] = [textOf(args.query), textOf(args.pattern)];
  const [line, page, offset] = [numberOf('line', args.line), numberOf('page', args.page), numberOf('offset', args.offset)];
  if (query !== '') return { query, page, max_tokens: Math.round(pageBytes * tokensPerByte) };
  if (pattern !== '') return { pattern, line, context_lines: linesAround, max_bytes: pageBytes };
  if (line !== null) return { line, max_bytes: pageBytes };
  if (offset !== null) return { offset, max_bytes: pageBytes };
  return { page: page ?? 1, page_size: pageBytes };
}

/** What a summary stands for are many texts: it has neither lines nor bytes of its own. */
function partOfSummary(args: Readonly<Record<string, unknown>>): { readonly words: string; readonly page: number } {
  const numbered = ['line', 'offset'].find((name) => textOf(args[name]) !== '');
  if (numbered !== undefined)
    throw new OperationError('invalid-argument', `${numbered}: a summary is read by page; query chooses what of it`);
  return { words: `${textOf(args.query)} ${textOf(args.pattern)}`, page: numberOf('page', args.page) ?? 1 };
}

function numberOf(name: string, argument: unknown): number | null {
  const text = textOf(argument).trim();
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isInteger(number))
    throw new OperationError('invalid-argument', `${name}: must be a whole number, got ${JSON.stringify(text)}`);
  return number;
}

/** The content as it is, and behind it how to go on. */
function shown({ content, how_to_go_on }: Init<RetrieveDetailResponse> & { readonly content: string }): string {
  return how_to_go_on ? `${content}\n[${how_to_go_on}]` : content;
}
