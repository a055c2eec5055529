import type { GraphNode, JsonValue } from '@agent-mem/storage';
import type { PendingCommit } from './commit-queue.ts';

/** A node whose file was written, with the paths that changed. */
export interface WrittenNode {
  readonly node: GraphNode;
  readonly paths: readonly string[];
}

/** A turn of a conversation that is not committed yet: what was asked, what was answered, and what was learned of it. */
interface OpenTurn {
  readonly paths: Set<string>;
  isAnswered: boolean;
  changedAt: number;
}

/** So long after its last change a turn is over; one that was not answered waits for its answer. */
const quietMs = 2_000;
const unansweredMs = 10_000;

/** Puts what was written into commits: one for each turn, one for each fact that changed outside of one. */
export class Turns {
  readonly #open = new Map<string, OpenTurn>();

  /** Takes what was written, and answers the commits that are complete with it. */
  take(written: readonly WrittenNode[], now: number): readonly PendingCommit[] {
    const commits: PendingCommit[] = [];
    for (const { node, paths } of written) {
      if (node.kind !== 'Message' || node.conversationId === null) continue;
      const open = this.#open.get(node.conversationId);
      if (open?.isAnswered && node.properties.role === 'user') commits.push(this.#close(node.conversationId, open));
      this.#add(node.conversationId, paths, now, node.properties.role === 'assistant');
    }
    const facts = new Map<string, string[]>();
    for (const { node, paths } of written) {
      if (node.kind === 'Message') continue;
      const conversation = node.conversationId ?? '';
      if (this.#open.has(conversation) && (node.kind !== 'Fact' || isLearned(node.properties.evidence)))
        this.#add(conversation, paths, now, false);
      else {
        // What took the place of a fact goes into the same commit.
        const { replaced_by } = node.properties;
        const cause =
          typeof replaced_by === 'string' && written.some((each) => each.node.id === replaced_by) ? replaced_by : node.id;
        facts.set(cause, [...(facts.get(cause) ?? []), ...paths]);
      }
    }
    const nodes = new Map(written.map(({ node }) => [node.id, node]));
    for (const [id, paths] of facts) commits.push({ paths, message: messageOf(nodes.get(id), id) });
    return commits;
  }

  /** The commits of turns that are over; with `all`, of every open one. */
  over(now: number, all = false): readonly PendingCommit[] {
    const isOver = ({ isAnswered, changedAt }: OpenTurn) => all || now - changedAt >= (isAnswered ? quietMs : unansweredMs);
    return [...this.#open].filter(([, open]) => isOver(open)).map(([conversation, open]) => this.#close(conversation, open));
  }

  #add(conversation: string, paths: readonly string[], now: number, isAnswer: boolean): void {
    const open = this.#open.get(conversation) ?? { paths: new Set<string>(), isAnswered: false, changedAt: now };
    for (const path of paths) open.paths.add(path);
    open.isAnswered ||= isAnswer;
    open.changedAt = now;
    this.#open.set(conversation, open);
  }

  #close(conversation: string, { paths }: OpenTurn): PendingCommit {
    this.#open.delete(conversation);
    return { paths: [...paths], message: `Turn of ${conversation}` };
  }
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
