import type { GraphRecord, NodeKind } from '@agent-mem/storage';
import { nodeOfWrite } from '@agent-mem/storage';
import { randomOf } from '../seeded-texts.ts';
import { idOf, inConversation, texts, timeOf } from '../stores/memories.ts';

/** A graph as large as a person's memory gets, the same for the same sizes. */
export interface MadeGraph {
  readonly nodes: number;
  readonly edges: number;
  /** Nodes that are found: one in twenty-five is archived, and in no answer. */
  readonly ids: readonly string[];
  /** For each edge, the node that it ends at: a node is in it as often as edges lead to it. */
  readonly ends: readonly string[];
  /** Nodes before the edges between them, in pieces. */
  pieces(): Iterable<readonly GraphRecord[]>;
}

const seed = 18;
const inPiece = 1_000;

/** Of a hundred nodes so many are of each kind. */
const shares: readonly (readonly [NodeKind, number])[] = [
  ['Conversation', 1],
  ['Entity', 9],
  ['Fact', 35],
  ['Message', 55],
];
const archivedOneIn = 25;
/** The larger, the less do a few entities gather most of what is mentioned. */
const flatness = 5;

export function madeGraph(nodes: number, edges: number): MadeGraph {
  const ids = Array.from({ length: nodes }, (_, number) => idOf(prefixes[kindOf(number)] ?? 'node', number));
  const byKind = Map.groupBy(ids.keys(), (number) => kindOf(number));
  const links = Array.from({ length: edges }, (_, number) => linkOf(number, byKind));
  const idAt = (number: number) => ids[number] ?? '';
  return {
    nodes,
    edges,
    ids: ids.filter((_, number) => !isArchived(number)),
    ends: links.flatMap(({ to }) => (isArchived(to) ? [] : idAt(to))),
    *pieces() {
      for (const numbers of pieced(nodes)) yield numbers.map((number) => nodeRecord(idAt(number), number));
      for (const numbers of pieced(edges))
        yield numbers.map((number): GraphRecord => {
          const { kind, from, to, weight } = links[number] as Link;
          const named = { id: idOf('edge', number), kind, from: idAt(from), to: idAt(to) };
          return { edge: { ...named, version: 1, weight, createdAt: timeOf(number), properties: {} } };
        });
    },
  };
}

const prefixes: Readonly<Partial<Record<NodeKind, string>>> = {
  Conversation: 'conv',
  Entity: 'ent',
  Fact: 'fact',
  Message: 'msg',
};

/** Ends are positions of nodes. */
interface Link {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly weight: number | null;
}

function kindOf(number: number): NodeKind {
  let left = (number * 37) % 100;
  for (const [kind, share] of shares) {
    if (left < share) return kind;
    left -= share;
  }
  return 'Message';
}

function isArchived(number: number): boolean {
  return randomOf(seed, number)() * archivedOneIn < 1;
}

/** Most are mentions of entities, whose numbers follow Zipf's law; the others lead to a message's conversation, its neighbour, or what a fact was learned from. */
function linkOf(number: number, byKind: ReadonlyMap<NodeKind, readonly number[]>): Link {
  const random = randomOf(seed, -1 - number);
  const [any, second] = [random(), random()];
  const weight = random() < 0.3 ? Math.round(random() * 100) / 100 : null;
  const all = (kind: NodeKind) => byKind.get(kind) ?? [];
  const at = (kind: NodeKind, share: number) => all(kind)[Math.floor(share * all(kind).length)] ?? 0;
  const share = random();
  if (share < 0.12) return { kind: 'HAS_MESSAGE', from: at('Conversation', any), to: at('Message', second), weight };
  if (share < 0.22) return { kind: 'learned_from', from: at('Fact', any), to: at('Message', second), weight };
  if (share < 0.3) return { kind: 'next', from: at('Message', any), to: at('Message', second), weight };
  const entities = all('Entity').length;
  const rank = Math.floor(flatness * ((entities / flatness + 1) ** second - 1));
  const from = at(random() < 0.4 ? 'Fact' : 'Message', any);
  return { kind: 'mentions', from, to: all('Entity')[rank] ?? 0, weight };
}

function nodeRecord(id: string, number: number): GraphRecord {
  const at = timeOf(number);
  const kind = kindOf(number);
  const node = nodeOfWrite(
    {
      ...{ id, kind, status: isArchived(number) ? 'ARCHIVED' : 'ACTIVE', createdAt: at, updatedAt: at },
      conversationId: kind === 'Entity' ? null : `c${Math.floor(number / inConversation)}`,
      properties: { content: texts.text(number), source: 'chat', metadata: {}, trust: 'user' },
    },
    0,
  );
  return { node };
}

function* pieced(count: number): Generator<readonly number[]> {
  for (let first = 0; first < count; first += inPiece)
    yield Array.from({ length: Math.min(inPiece, count - first) }, (_, index) => first + index);
}
