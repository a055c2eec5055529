import type { GraphNode, JsonValue } from '@agent-mem/storage';
import type { PendingCommit } from './commit-queue.ts';

/** A node whose file was written, with the paths that changed. */
export interface WrittenNode {
  readonly node: GraphNode;
  readonly paths: readonly string[];
}

/** A turn of a conversation that is not committed yet: what was asked, what was answered, and what was learned of it. */
interface OpenTurn {
  readonly conversation: string;
  readonly paths: Set<string>;
  /** Ids of the facts among them. */
  readonly facts: Set<string>;
  isAnswered: boolean;
  changedAt: number;
}

/** So long after its last change a turn is over; one that was not answered waits for its answer. */
const quietMs = 2_000;
const unansweredMs = 10_000;

/** Puts what was written into commits: one for each turn, one for each fact that changed outside of one. */
export class Turns {
  /** By conversation and invocation, the last begun last. Messages that no invocation has are of one turn until the next question. */
  readonly #open = new Map<string, OpenTurn>();

  /** Takes what was written, and answers the commits that are complete with it. */
  take(written: readonly WrittenNode[], now: number): readonly PendingCommit[] {
    const commits: PendingCommit[] = [];
    for (const { node, paths } of written.filter(({ node }) => node.kind === 'Message').toSorted(inOrder)) {
      if (node.conversationId === null) continue;
      const invocation = invocationIn(node.properties.metadata);
      const key = keyOf(node.conversationId, invocation);
      const open = this.#open.get(key);
      if (invocation === '' && open?.isAnswered && node.properties.role === 'user') commits.push(this.#close(key, open));
      add(this.#turn(key, node.conversationId, now), paths, now).isAnswered ||= node.properties.role === 'assistant';
    }
    const rest: WrittenNode[] = [];
    for (const each of written) {
      if (each.node.kind === 'Message') continue;
      const turn = this.#ownTurn(each.node);
      if (!turn) rest.push(each);
      else if (each.node.kind === 'Fact') add(turn, each.paths, now).facts.add(each.node.id);
      else add(turn, each.paths, now);
    }
    return [...commits, ...this.#outsideOfTurns(rest, now)];
  }

  /** The commits of turns that are over; with `all`, of every open one. */
  over(now: number, all = false): readonly PendingCommit[] {
    const isOver = ({ isAnswered, changedAt }: OpenTurn) => all || now - changedAt >= (isAnswered ? quietMs : unansweredMs);
    return [...this.#open].filter(([, open]) => isOver(open)).map(([key, open]) => this.#close(key, open));
  }

  /** The open turn that taught a fact, or the last one of a conversation that something else is of. */
  #ownTurn({ kind, conversationId, properties }: GraphNode): OpenTurn | null {
    const conversation = conversationId ?? '';
    const invocation = kind === 'Fact' ? invocationIn(properties.evidence) : '';
    if (invocation !== '') return this.#open.get(keyOf(conversation, invocation)) ?? null;
    if (kind === 'Fact' && !isLearned(properties.evidence)) return null;
    return [...this.#open.values()].findLast((open) => open.conversation === conversation) ?? null;
  }

  /** What took the place of a fact goes into the same commit. */
  #outsideOfTurns(written: readonly WrittenNode[], now: number): readonly PendingCommit[] {
    const facts = new Map<string, string[]>();
    const nodes = new Map(written.map(({ node }) => [node.id, node]));
    for (const { node, paths } of written) {
      const { replaced_by } = node.properties;
      const by = typeof replaced_by === 'string' ? replaced_by : '';
      const turn = [...this.#open.values()].find((open) => open.facts.has(by));
      const cause = nodes.has(by) ? by : node.id;
      if (turn) add(turn, paths, now);
      else facts.set(cause, [...(facts.get(cause) ?? []), ...paths]);
    }
    return [...facts].map(([id, paths]) => ({ paths, message: messageOf(nodes.get(id), id) }));
  }

  #turn(key: string, conversation: string, now: number): OpenTurn {
    const open = this.#open.get(key) ?? { conversation, paths: new Set(), facts: new Set(), isAnswered: false, changedAt: now };
    this.#open.set(key, open);
    return open;
  }

  #close(key: string, { conversation, paths }: OpenTurn): PendingCommit {
    this.#open.delete(key);
    return { paths: [...paths], message: `Turn of ${conversation}` };
  }
}

function add(turn: OpenTurn, paths: readonly string[], now: number): OpenTurn {
  for (const path of paths) turn.paths.add(path);
  turn.changedAt = now;
  return turn;
}

/** Messages as they were said: those of one millisecond come in any order. */
function inOrder(one: WrittenNode, other: WrittenNode): number {
  return (one.node.ordinal ?? 0) - (other.node.ordinal ?? 0);
}

function keyOf(conversation: string, invocation: string): string {
  return `${conversation}\n${invocation}`;
}

/** The invocation that a message or a fact is of; empty: of none. */
function invocationIn(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null || !('invocation_id' in value)) return '';
  return typeof value.invocation_id === 'string' ? value.invocation_id : '';
}

function messageOf(node: GraphNode | undefined, id: string): string {
  if (node?.kind !== 'Fact')
    return `${node?.kind === 'ConversationSummary' ? 'Summary' : 'Conversation'} ${node?.conversationId ?? id}`;
  if (node.status !== 'ACTIVE') return `Fact ${id} is ${node.status.toLowerCase()}`;
  return node.version === 1 ? `Fact ${id} is stored` : `Fact ${id} is changed`;
}

function isLearned(evidence: JsonValue | undefined): boolean {
  return typeof evidence === 'object' && evidence !== null;
}
