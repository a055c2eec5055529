import { ascending, type Init, type RetrieveDetailResponse } from '@agent-mem/contract';
import type { MemoryTool } from './memory-tool.ts';
import { pagesOf } from './pages-of.ts';

type Context = Pick<Parameters<MemoryTool['run']>[1], 'caller' | 'scope' | 'options'>;

/** What of a summary is asked for. */
interface Wanted {
  /** Empty: all of it. */
  readonly words: string;
  /** From 1; behind the last it is the last. */
  readonly page: number;
  readonly pageBytes: number;
}

/** What a summary stands for, the earliest first, a page at a time, as a detail is answered. With words: only what has any of them, first what has most. */
export async function summarisedText(
  id: string,
  { words, page, pageBytes }: Wanted,
  { caller, scope, options }: Context,
): Promise<Init<RetrieveDetailResponse> & { readonly content: string }> {
  const { neighbours } = await caller.call(
    'graph',
    'neighbours',
    { ...scope, id, kinds: ['summarized_by'], direction: 'in', include_archived: true, limit: 1_000 },
    options,
  );
  const nodes = neighbours
    .flatMap(({ node }) => node ?? [])
    .toSorted((a, b) => ascending(a.created_at, b.created_at) || ascending(a.id, b.id));
  const lines = nodes.map(({ created_at, content }) => `${created_at.slice(0, 16)} ${content}`);
  const pages = pagesOf(bestFirst(lines, wordsOf(words)), pageBytes);
  const total_pages = pages.length;
  const shown = Math.min(Math.max(1, page), total_pages);
  const content = pages[shown - 1];
  if (content === undefined) return { content: 'Nothing in it has any of these words' };
  if (shown === total_pages) return { content, total_pages };
  const how_to_go_on = `This is page ${shown} of ${total_pages}. Go on with page ${shown + 1}, or look for words by query.`;
  return { content, total_pages, next_page: shown + 1, how_to_go_on };
}

function bestFirst(lines: readonly string[], asked: ReadonlySet<string>): readonly string[] {
  if (asked.size === 0) return lines;
  const counted = lines.map((line) => ({ line, shared: [...wordsOf(line)].filter((word) => asked.has(word)).length }));
  return counted
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ line }) => line);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
