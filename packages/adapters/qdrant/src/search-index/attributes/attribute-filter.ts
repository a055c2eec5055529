import { type AttributeFilter, comparable, type MetadataCondition } from '@agent-mem/storage';
import { type Filter, is, isAny } from '../conditions.ts';
import { chunkMember, chunksOf, keyWord, numberMember, tagWord, valuePath, valueWord } from './attribute-payload.ts';

/** What Qdrant lets through of a filter: the same as `passes`, also of texts that compare by their order. */
export function byAttributes({ metadata, tagsAny, tagsAll }: AttributeFilter): Filter {
  return {
    must: [
      is('has_attributes', true),
      ...metadata.map(byCondition),
      ...tagsAll.map((tag) => is('tags', tagWord(tag))),
      ...(tagsAny.length === 0 ? [] : [isAny('tags', tagsAny.map(tagWord))]),
    ],
  };
}

function byCondition(condition: MetadataCondition): Filter {
  const { key } = condition;
  const hasKey = is('attributes', keyWord(key));
  if (condition.test === 'exists') return condition.exists ? { must: [hasKey] } : { must_not: [hasKey] };
  if (condition.test === 'in')
    return { must: [isAny('attributes', [...new Set(condition.values.map((value) => valueWord(key, value)))])] };
  const bound = comparable(condition.bound);
  const isBelow = condition.test === 'below';
  // The key first: it has an index, the numbers have none.
  if (typeof bound === 'string') return { must: [hasKey, byText(key, bound, isBelow)] };
  const range = isBelow ? { lt: bound } : { gt: bound };
  return { must: [hasKey, { key: valuePath(key, numberMember), range }] };
}

/** Texts compare by the first chunk in which they differ; the one that ends there is less. */
function byText(key: string, bound: string, isBelow: boolean): Filter {
  const chunks = chunksOf(bound);
  const path = (index: number) => valuePath(key, chunkMember(index));
  const alike = (count: number) => chunks.slice(0, count).map((chunk, index) => is(path(index), chunk));
  const differing = chunks.map((chunk, index): Filter => {
    const differs: Filter = isBelow
      ? { should: [{ key: path(index), range: { lt: chunk } }, { is_empty: { key: path(index) } }] }
      : { should: [{ key: path(index), range: { gt: chunk } }] };
    return { must: [...alike(index), differs, { must_not: [{ is_empty: { key: path(0) } }] }] };
  });
  if (isBelow) return { should: bound === '' ? [never] : differing };
  const goesOn: Filter = {
    must: [...alike(chunks.length), { key: path(chunks.length), range: { gt: 0 } }],
  };
  return { should: [...differing, goesOn] };
}

/** Nothing passes it: every point has a scope. */
const never: Filter = { must: [{ is_empty: { key: 'scope' } }] };
