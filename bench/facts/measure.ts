import { scopeOf } from '@agent-mem/contract';
import { queryTerms, weighTerms } from '@agent-mem/recall/ranking';
import type { IndexHit, IndexStatistics } from '@agent-mem/storage';
import type { Person, Question } from './load.ts';
import { type Memory, membersOf } from './memory.ts';

/** A question with every document it could be answered by, measured against it. */
export interface Measured {
  readonly question: Question;
  /** The question's terms with their inverse document frequency. */
  readonly terms: ReturnType<typeof weighTerms>;
  readonly collection: IndexStatistics;
  readonly hits: readonly IndexHit[];
}

/** Measures the services' own documents against a person's questions. A scope has fewer documents than a leg may answer. */
export async function measure({ fleet: { ports } }: Memory, person: Person): Promise<readonly Measured[]> {
  const { searchIndex, embedder } = ports;
  const texts = person.questions.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { signal: AbortSignal.timeout(60_000) });
  return Promise.all(
    person.questions.map(async (question, index) => {
      const scope = scopeOf(membersOf(person, question.of));
      const kinds = [question.of === 'facts' ? 'Fact' : 'Episode'] as const;
      const words = queryTerms(question.text);
      const collection = await searchIndex.statistics(scope, { kinds, terms: words });
      const terms = weighTerms(words, collection);
      const values = vectors[index];
      const vector = values && { embedder: embedder.id, values };
      const hits = await searchIndex.search(scope, { kinds, terms, ...(vector ? { vector } : {}), limit: 1_000 });
      return { question, terms, collection, hits };
    }),
  );
}
