import type { Fact } from '@agent-mem/contract';
import type { GraphNode, JsonValue } from '@agent-mem/storage';
import { factText } from './fact-node.ts';

/** A fact as far as it can agree or disagree with others. Times are ISO 8601, UTC. */
export interface Belief {
  readonly id: string;
  readonly content: string;
  readonly subject: string | null;
  readonly predicate: string | null;
  readonly object: string | null;
  /** When it was said or learned. */
  readonly timestamp: string;
  /** From when and until when it holds in the world; `null`: not said. */
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly trust: Fact['trust'];
}

/** What the fact in a node believes. */
export function beliefOf(node: GraphNode): Belief {
  const { subject, predicate, object, timestamp, trust } = node.properties;
  return {
    id: node.id,
    content: factText(node),
    subject: text(subject),
    predicate: text(predicate),
    object: text(object),
    timestamp: text(timestamp) ?? node.createdAt,
    validFrom: node.validFrom,
    validTo: node.validTo,
    trust: (text(trust) ?? 'user') as Fact['trust'],
  };
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
