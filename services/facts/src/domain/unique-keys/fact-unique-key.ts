import { type Fact, textHash } from '@agent-mem/contract';
import { uniqueKeyId } from '@agent-mem/retention';
import type { GraphNode } from '@agent-mem/storage';
import { readFact } from '../fact/fact-node.ts';

/** Who sees a text: the same text may be held once for the scope and once for each conversation that keeps it to itself. */
type Statement = Readonly<Pick<Fact, 'content' | 'visibility' | 'conversation_id'>>;

/** The unique key of a statement's text among those who see it. */
export function factUniqueKeyId(statement: Statement): string {
  const hash = textHash(statement.content);
  return statement.visibility === 'scope'
    ? uniqueKeyId('fact', hash)
    : uniqueKeyId('fact', hash, statement.conversation_id ?? '');
}

/** The unique key of a statement's text and, where one conversation alone sees it, the scope's of the same text, which that conversation sees too. */
export function textUniqueKeyIds(statement: Statement): readonly [string, ...string[]] {
  const own = factUniqueKeyId(statement);
  const scopeWide = factUniqueKeyId({ ...statement, visibility: 'scope' });
  return own === scopeWide ? [own] : [own, scopeWide];
}

/** The unique key of the name that a caller has given to a fact; none if it has no name. */
export function keyUniqueKeyIds({ key }: Partial<Pick<Fact, 'key'>>): readonly string[] {
  return key ? [uniqueKeyId('key of fact', key)] : [];
}

/** The unique key of the statement in a node. */
export function uniqueKeyIdOfNode(node: GraphNode): string {
  return factUniqueKeyId(readFact(node));
}

/** All unique keys that the fact in a node may hold. */
export function uniqueKeyIdsOfNode(node: GraphNode): readonly string[] {
  return [uniqueKeyIdOfNode(node), ...keyUniqueKeyIds(readFact(node))];
}
