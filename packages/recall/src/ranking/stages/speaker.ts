import { wordsOf } from '../analyse.ts';
import type { Candidate } from '../pool.ts';
import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** 1 for what was said by the one participant that the question names; by the user, where it names none and speaks of the asker. */
export function speaker({ pool, question }: Ranking): Float64Array {
  const named = namedParticipants({ pool, question });
  const [only] = named;
  if (named.length === 1) return measured(pool.documents, ({ fields }) => (fields.speaker === only ? 1 : 0));
  if (named.length === 0 && question.firstPerson) return measured(pool.documents, ({ role }) => (role === 'user' ? 1 : 0));
  return new Float64Array(pool.documents.length);
}

/** The speakers that the question names, by any word of their names. */
export function namedParticipants({ pool, question }: Pick<Ranking, 'pool' | 'question'>): readonly string[] {
  const speakers = new Set(pool.documents.flatMap((document) => speakerOf(document) ?? []));
  return [...speakers].filter((name) => wordsOf(name).some((word) => question.words.has(word)));
}

function speakerOf({ fields }: Candidate): string | null {
  return typeof fields.speaker === 'string' ? fields.speaker : null;
}
