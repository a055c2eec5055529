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

/** The unique key of the statement in a node. */
export function uniqueKeyIdOfNode(node: GraphNode): string {
  return factUniqueKeyId(readFact(node));
}
