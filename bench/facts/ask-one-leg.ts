import { scopeOf } from '@agent-mem/contract';
import { queryTerms, rank, weighTerms } from '@agent-mem/retrieval';
import type { IndexHit, IndexStatistics } from '@agent-mem/storage';
import type { Asked } from './ask.ts';
import type { Person, Question } from './load.ts';
import { type Memory, membersOf } from './memory.ts';

/** A question with every document it could be answered by, measured against it. */
interface Measured {
  readonly question: Question;
  readonly terms: ReturnType<typeof weighTerms>;
  readonly statistics: IndexStatistics;
  readonly hits: readonly IndexHit[];
}

/** What the words alone find in the services' own documents, ranked by BM25. */
export async function askWords(memory: Memory, person: Person): Promise<readonly Asked[]> {
  const measured = await measure(memory, person);
  return measured.map(({ question, terms, statistics, hits }) => {
    const ranked = rank({ terms, collection: statistics, dense: false }, hits);
    return asked(
      memory,
      question,
      ranked.map(({ hit, score }) => ({ id: hit.id, score })),
    );
  });
}

/** What the vectors alone find, ranked by cosine. */
export async function askVectors(memory: Memory, person: Person): Promise<readonly Asked[]> {
  const measured = await measure(memory, person);
  return measured.map(({ question, hits }) => {
    const near = hits.map(({ id, cosine }) => ({ id, score: cosine ?? 0 })).sort((one, other) => other.score - one.score);
    return asked(memory, question, near);
  });
}

function asked(memory: Memory, question: Question, ranked: readonly { readonly id: string; readonly score: number }[]): Asked {
  return { question, found: ranked.slice(0, 10).map(({ id }) => memory.nameOf(id)), best: ranked[0]?.score ?? 0, ms: 0 };
}

/** Every document of the kind asked for: a person has fewer than a leg may answer. */
export async function measure({ fleet: { ports } }: Memory, person: Person): Promise<readonly Measured[]> {
  const vectors = await ports.embedder.embed(
    person.questions.map(({ text }) => text),
    { signal: AbortSignal.timeout(60_000) },
  );
  return Promise.all(
    person.questions.map(async (question, place) => {
      const scope = scopeOf(membersOf(person, question.of));
      const kinds = [question.of === 'facts' ? 'Fact' : 'Episode'] as const;
      const words = queryTerms(question.text);
      const statistics = await ports.searchIndex.statistics(scope, { kinds, terms: words });
      const terms = weighTerms(words, statistics);
      const values = vectors[place];
      const vector = values && { embedder: ports.embedder.id, values };
      const hits = await ports.searchIndex.search(scope, { kinds, terms, ...(vector ? { vector } : {}), limit: 1_000 });
      return { question, terms, statistics, hits };
    }),
  );
}
