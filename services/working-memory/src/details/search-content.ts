import type { Scope } from '@agent-mem/contract';
import type { Language } from '@agent-mem/recall/ranking';
import { type Details, type Graph, type GraphNode, wordsOf } from '@agent-mem/storage';
import { activeDetail } from './find-detail.ts';

/** Details whose content holds at least one word of a query that says something, those with more of them first. */
export async function searchContent(
  { details, graph }: { readonly details: Details; readonly graph: Pick<Graph, 'get' | 'find'> },
  scope: Scope,
  query: string,
  { language, limit }: { readonly language: Language; readonly limit: number },
): Promise<readonly GraphNode[]> {
  const words = wordsOf(query);
  const telling = words.filter((word) => !language.stopWords.has(word));
  const found = await details.search(scope, { words: telling.length > 0 ? telling : words, limit });
  const nodes = await Promise.all(found.map(({ memoryKey }) => activeDetail(graph, scope, memoryKey)));
  return nodes.filter((node) => node !== null);
}
