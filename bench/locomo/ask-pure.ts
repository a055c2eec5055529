import type { Embedder } from '@agent-mem/llm';
import {
  analyse,
  analyseQuestion,
  cosine,
  describeText,
  queryTerms,
  type RecallProfile,
  rank,
  weighTerms,
} from '@agent-mem/recall/ranking';
import type { Asked } from './ask.ts';
import type { Question, Sample, Turn } from './load.ts';
import { r1Smoothing } from './recipes.ts';

/** Terms of each turn, and how often each is held. */
interface Indexed {
  readonly documents: readonly { readonly terms: Readonly<Record<string, number>>; readonly length: number }[];
  readonly collection: Parameters<typeof weighTerms>[1];
}

/** BM25 as Lucene and its like come with, over "Speaker: text caption". */
export function askBm25(sample: Sample): readonly Asked[] {
  const k1 = 1.2;
  const b = 0.75;
  const { documents, collection } = indexed(sample.turns.map((turn) => analyse(spoken(turn))));
  const average = collection.totalLength / collection.documents;
  return sample.questions.map((question) => {
    const terms = weighTerms(queryTerms(question.text), collection);
    const scored = documents.map(({ terms: counts, length }, index) => {
      const norm = k1 * (1 - b + (b * length) / average);
      const score = terms.reduce((sum, { term, weight }) => {
        const count = counts[term] ?? 0;
        return sum + (weight * count * (k1 + 1)) / (count + norm);
      }, 0);
      return { id: sample.turns[index]?.id ?? '', score };
    });
    const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
    return askedOf(question, found.slice(0, 20), found[0]?.score ?? 0);
  });
}

/** A recipe over all turns at once, as it was published: no index, no candidates, no service. */
export async function askRecipe(sample: Sample, profile: RecallProfile, embedder: Embedder | null): Promise<readonly Asked[]> {
  const described = sample.turns.map((turn) => {
    const timestamp = Date.parse(turn.timestamp);
    return { ...describeText({ text: contentOf(turn), speaker: turn.speaker, timestamp }), timestamp };
  });
  const { collection } = indexed(described);
  const vectors = embedder ? await smoothedVectors(sample, embedder) : null;
  const questions = embedder
    ? await embedder.embed(
        sample.questions.map(({ text }) => text),
        options,
      )
    : [];
  return sample.questions.map((question, number) => {
    const analysed = analyseQuestion(question.text);
    const candidates = described.map(({ terms, length, fields, timestamp }, index) => ({
      id: sample.turns[index]?.id ?? '',
      conversationId: sample.id,
      ordinal: index + 1,
      role: 'user',
      timestamp,
      length,
      fields: { ...fields },
      counts: Object.fromEntries(analysed.terms.map((term) => [term, terms[term] ?? 0])),
      cosine: vectors ? cosine(vectors[index] ?? [], questions[number] ?? []) : null,
    }));
    const ranked = rank({ question: analysed, candidates, collection, profile });
    return askedOf(question, ranked.slice(0, 20), Math.max(0, ...ranked.map(({ relevance }) => relevance)));
  });
}

const options = { signal: AbortSignal.timeout(600_000) };

/** unit(v + Σ share · v of neighbours), within a session. */
async function smoothedVectors({ turns }: Sample, embedder: Embedder): Promise<readonly Float32Array[]> {
  const made = await embedder.embed(turns.map(spoken), options);
  const vectors = made.map((values) => values ?? new Float32Array(embedder.dimensions));
  return vectors.map((vector, index) =>
    r1Smoothing.reduce((sum, [offset, share]) => {
      const near = turns[index + offset];
      const own = turns[index];
      if (near === undefined || own === undefined || sessionOf(near) !== sessionOf(own)) return sum;
      return sum.map((value, at) => value + share * (vectors[index + offset]?.[at] ?? 0));
    }, vector),
  );
}

function indexed<Document extends Indexed['documents'][number]>(documents: readonly Document[]): Indexed {
  const documentFrequency = new Map<string, number>();
  for (const { terms } of documents)
    for (const term of Object.keys(terms)) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
  const totalLength = documents.reduce((sum, { length }) => sum + length, 0);
  return { documents, collection: { documents: documents.length, totalLength, documentFrequency } };
}

function spoken({ speaker, text, caption }: Turn): string {
  return `${speaker}: ${text} ${caption}`;
}

function contentOf({ text, caption }: Turn): string {
  return caption === '' ? text : `${text} [${caption}]`;
}

/** "D3" of "D3:12". */
function sessionOf({ id }: Turn): string {
  return id.split(':')[0] ?? '';
}

function askedOf(question: Question, ranked: readonly { readonly id: string }[], best: number): Asked {
  return { question, found: ranked.map(({ id }) => id), best, ms: 0 };
}
