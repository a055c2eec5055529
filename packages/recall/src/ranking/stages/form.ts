import type { Ranking } from '../ranking.ts';
import { measured } from './measured.ts';

/** From 25 words on, a text is as long as it needs to be to say something. */
const enoughWords = 25;

/** How much a text says: the logarithm of its words, 1 from 25 words on. */
export function length({ pool }: Ranking): Float64Array {
  return measured(pool.documents, ({ fields, length }) => {
    const words = typeof fields.words === 'number' ? fields.words : length;
    return Math.min(1, Math.log(1 + words) / Math.log(1 + enoughWords));
  });
}

/** 1 for a text that ends by asking: answers seldom do. */
export function asks({ pool }: Ranking): Float64Array {
  return measured(pool.documents, ({ fields }) => (fields.asks === true ? 1 : 0));
}

/** 1 for a text that says when, if the question wants a time. */
export function time({ pool, question }: Ranking): Float64Array {
  return measured(pool.documents, ({ fields }) => (question.wantsTime && fields.time_word === true ? 1 : 0));
}

/** 1 for a text that holds a name, if the question wants one. */
export function name({ pool, question }: Ranking): Float64Array {
  return measured(pool.documents, ({ fields }) => (question.wantsName && fields.proper_name === true ? 1 : 0));
}

/** 1 for a text that denies something, if the question does. */
export function negation({ pool, question }: Ranking): Float64Array {
  return measured(pool.documents, ({ fields }) => (question.negated && fields.negated === true ? 1 : 0));
}
