import type { IndexQuery, MessagePosition } from '@agent-mem/storage';
import type { Schemas } from '@qdrant/js-client-rest';

import { byAttributes } from './attributes/attribute-filter.ts';
import { type Condition, type Filter, is, isAny } from './conditions.ts';

/** Every read and every deletion goes through here: nothing is asked without a scope. */
export function inScope(scopeKey: string, more: Filter = {}): Filter {
  return { must: [is('scope', scopeKey), more] };
}

/** Documents of these kinds and these conversations, of any visibility. */
export function counted(scopeKey: string, { kinds, conversationIds }: Pick<IndexQuery, 'kinds' | 'conversationIds'>): Filter {
  const conversation = conversationIds === undefined ? [] : [isAny('conversation_id', conversationIds)];
  return inScope(scopeKey, { must: [isAny('kind', kinds), ...conversation] });
}

/** Documents that the query may answer. */
export function visible(scopeKey: string, query: IndexQuery): Filter {
  const roles = query.roles ? [isAny('role', query.roles)] : [];
  const own = query.visibleFrom == null ? [] : [is('conversation_id', query.visibleFrom)];
  const attributes = query.filter ? [byAttributes(query.filter)] : [];
  return { must: [counted(scopeKey, query), { should: [is('visibility', 'scope'), ...own] }, ...roles, ...attributes] };
}

/** Documents at these places. */
export function atPositions(scopeKey: string, positions: readonly MessagePosition[]): Filter {
  const conversations = Map.groupBy(positions, ({ conversationId }) => conversationId);
  const should = [...conversations].map(([conversationId, own]) => ({
    must: [is('conversation_id', conversationId), isAny('ordinal', [...new Set(own.map(({ ordinal }) => ordinal))])],
  }));
  return inScope(scopeKey, { should });
}

/** Documents of these kinds, of any scope, that a version made that knew no attributes. */
export function withoutAttributes(kinds: readonly string[]): Filter {
  return { must: [is('live', true), isAny('kind', kinds)], must_not: [is('has_attributes', true)] };
}

/** Points of which nothing as new is there: what may be overwritten by this version. */
export function olderThan(version: number): Filter {
  return { should: [before(version), { must: [upTo(version), is('live', true)] }] };
}

/** What this version, or an older one, was made of. */
export function upTo(version: number): Condition {
  return { key: 'version', range: { lte: version } };
}

export function before(version: number): Condition {
  return { key: 'version', range: { lt: version } };
}

export function oneOf(ids: readonly string[]): Schemas['HasIdCondition'] {
  return { has_id: [...ids] };
}
