import { scopeOf } from '@agent-mem/contract';
import { hashEmbedder } from '@agent-mem/llm';
import { readConfig } from '@agent-mem/runtime';
import { createMemorySearchIndex, type IndexDocument } from '@agent-mem/storage';
import { analysisOf, analysisVariables } from '../src/analysis.ts';
import { describeText } from '../src/ranking/text-features.ts';
import type { RecallContext } from '../src/recall.ts';
import { recallVariables } from '../src/variables.ts';

export const scope = scopeOf({ workspace: 'default', user: 'ann', collection: 'default' });
export const signal = new AbortController().signal;

/** What recall needs, in memory; `environment` sets its variables. */
export function recallContext(
  overrides: Partial<RecallContext> = {},
  environment: Readonly<Record<string, string>> = {},
): RecallContext {
  return {
    searchIndex: createMemorySearchIndex(),
    embedder: hashEmbedder(),
    previousEmbedder: null,
    reranker: null,
    analysis: analysisOf(readConfig(analysisVariables, environment)),
    config: readConfig(recallVariables, environment),
    clock: { now: () => 0 },
    signal,
    timeLeftMs: (atMost) => atMost,
    ...overrides,
  };
}

/** A document as indexing makes it, embedded by the given embedder. */
export async function documentOf(
  id: string,
  text: string,
  more: Partial<IndexDocument> & { readonly speaker?: string } = {},
  embedder = hashEmbedder(),
): Promise<IndexDocument> {
  const { speaker = null, ...overrides } = more;
  const [values] = await embedder.embed([text], { signal });
  return {
    id,
    kind: 'Fact',
    version: 1,
    conversationId: null,
    visibility: 'scope',
    ordinal: null,
    role: null,
    timestamp: 0,
    ...describeIndexed(text, speaker),
    vectors: [{ embedder: embedder.id, values: values ?? new Float32Array() }],
    ...overrides,
  };
}

function describeIndexed(text: string, speaker: string | null) {
  const { terms, length, fields } = describeText({ text, speaker });
  return { terms, length, fields: { ...fields }, attributes: null };
}

/** A message at its place in conversation "c", a minute after the one before. */
export function messageAt(ordinal: number, text: string, more: Parameters<typeof documentOf>[2] = {}) {
  const position = { kind: 'Message', conversationId: 'c', ordinal, timestamp: ordinal * 60_000, role: 'user' } as const;
  return documentOf(`m${ordinal}`, text, { ...position, ...more });
}

export const idsOf = (found: { readonly items: readonly { readonly id: string }[] }) => found.items.map(({ id }) => id);
