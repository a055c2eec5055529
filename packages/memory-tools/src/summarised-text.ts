import type { MemoryTool } from './memory-tool.ts';

type Context = Pick<Parameters<MemoryTool['run']>[1], 'caller' | 'scope' | 'options'>;

/** Characters of a page: what a prompt can take beside its other steps. */
const pageLength = 3_000;

/** What a summary stands for, the earliest first, a page at a time. With words: only what has any of them, first what has most. `page` counts from 1. */
export async function summarisedText(
  id: string,
  { words, page }: { readonly words: string; readonly page: number },
  { caller, scope, options }: Context,
): Promise<string> {
  const { neighbours } = await caller.call(
    'graph',
    'neighbours',
    { ...scope, id, kinds: ['summarized_by'], direction: 'in', include_archived: true, limit: 1_000 },
    options,
  );
  const nodes = neighbours
    .flatMap(({ node }) => node ?? [])
    .toSorted((a, b) => compare(a.created_at, b.created_at) || compare(a.id, b.id));
  const lines = nodes.map(({ created_at, content }) => `${created_at.slice(0, 16)} ${content}`);
  const pages = pagesOf(bestFirst(lines, wordsOf(words)));
  const shown = Math.min(Math.max(1, page), Math.max(1, pages.length));
  const more = shown < pages.length ? `\n[page ${shown} of ${pages.length}; page ${shown + 1} goes on]` : '';
  return `${pages[shown - 1] ?? 'Nothing in it has any of these words'}${more}`;
}

function bestFirst(lines: readonly string[], asked: ReadonlySet<string>): readonly string[] {
  if (asked.size === 0) return lines;
  const counted = lines.map((line) => ({ line, shared: [...wordsOf(line)].filter((word) => asked.has(word)).length }));
  return counted
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ line }) => line);
}

/** Lines in pages; a longer line is a page of its own, cut. */
function pagesOf(lines: readonly string[]): readonly string[] {
  const pages: string[] = [];
  for (const line of lines.map((each) => each.slice(0, pageLength))) {
    const last = pages.at(-1);
    if (last !== undefined && last.length + line.length < pageLength) pages[pages.length - 1] = `${last}\n${line}`;
    else pages.push(line);
  }
  return pages;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
