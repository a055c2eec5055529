import { BoundedMap, isWithin, type Scope } from '@agent-mem/contract';
import { retiredStatuses, type Statement, statementOf, states, textTerms } from '@agent-mem/recall/believed';
import { turnsByWork } from '@agent-mem/runtime';
import { encodeCursor, type Graph, type GraphNode, type NodeQuery, type Page } from '@agent-mem/storage';
import { readFact } from '../domain/fact/fact-node.ts';

/** What texts may have of retired facts. */
export interface SaidBefore {
  readonly texts: readonly string[];
  /** The invocations and messages they are of. */
  readonly sources: ReadonlySet<string>;
}

/** Retired facts of a scope that are known, those that were retired last. */
const mostFacts = 10_000;
const pageSize = 200;
/** Of what was retired last, so many are looked at each time: mostly they are known. */
const fewNewest = 20;
/** What is committed may say a time that is past: a clock is behind, or a commit took long. How far back that is looked for, and how often, in milliseconds. */
const mostLateMs = 5 * 60_000;
const lookForLateEveryMs = 60_000;

/** So many characters are read in tens of milliseconds; to look for a fact in a text takes as long as a character. */
const mostCharacters = 200_000;

/** What is looked for in texts of one fact. */
interface Retired {
  readonly version: number;
  readonly says: Statement;
  /** The invocation and the message that it was learned from. */
  readonly sources: readonly string[];
}

/** The retired facts of a scope, by what texts may have of them. It is read from the Graph once, and then what was retired since. */
export class RetiredTable {
  readonly #scope: Scope;
  readonly #facts = new BoundedMap<string, Retired>(mostFacts);
  /** ISO 8601; all that changed before is read. */
  #readUpTo = '';
  #readAllAt = Number.NEGATIVE_INFINITY;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * Reads what was retired since it was read last. What is committed with the time of now is known after it; what says a time that is past, a
   * minute later at the most. What is read stays when it rejects. `now`: milliseconds since 1970.
   */
  async readOn(graph: Pick<Graph, 'find'>, now: number): Promise<void> {
    if (isWithin(lookForLateEveryMs, this.#readAllAt, now)) return await this.#readNewest(graph);
    const settled = new Date(now - mostLateMs).toISOString();
    let cursor: string | null = encodeCursor('updatedAt', { value: this.#readUpTo, id: '' });
    do {
      const page = await this.#page(graph, { limit: pageSize, cursor });
      for (const node of page.items) this.#note(node);
      cursor = page.nextCursor;
      const last = page.items.at(-1);
      if (last && last.updatedAt < settled) this.#readUpTo = last.updatedAt;
    } while (cursor !== null);
    this.#readUpTo = settled;
    this.#readAllAt = now;
  }

  /** From the newest back to those that are known. */
  async #readNewest(graph: Pick<Graph, 'find'>): Promise<void> {
    const news: GraphNode[] = [];
    let cursor: string | null = null;
    do {
      const page = await this.#page(graph, { limit: fewNewest, cursor, descending: true });
      const unknown = page.items.filter((node) => !this.#knows(node));
      news.push(...unknown);
      cursor = unknown.length === 0 ? null : page.nextCursor;
    } while (cursor !== null);
    for (const node of news.toReversed()) this.#note(node);
  }

  #page(graph: Pick<Graph, 'find'>, part: Pick<NodeQuery, 'limit' | 'cursor' | 'descending'>): Promise<Page<GraphNode>> {
    return graph.find(this.#scope, { kinds: ['Fact'], statuses: retiredStatuses, order: 'updatedAt', ...part });
  }

  /** The ids of facts that one of the texts states, or that were learned from one of the sources. Other requests go on beside many texts. */
  async idsIn({ texts, sources }: SaidBefore): Promise<readonly string[]> {
    const turn = turnsByWork(mostCharacters);
    const held: Readonly<Record<string, number>>[] = [];
    for (const text of texts) {
      held.push(textTerms(text));
      await turn(text.length);
    }
    const heldAtAll: Readonly<Record<string, number>> = Object.assign(Object.create(null), ...held);
    const isIn = (fact: Retired) =>
      fact.sources.some((source) => sources.has(source)) ||
      (states(heldAtAll, fact.says) && held.some((each) => states(each, fact.says)));
    const ids: string[] = [];
    for (const [id, fact] of [...this.#facts]) {
      if (isIn(fact)) ids.push(id);
      await turn(texts.length);
    }
    return ids;
  }

  #knows({ id, version }: GraphNode): boolean {
    return this.#facts.get(id)?.version === version;
  }

  #note(node: GraphNode): void {
    if (this.#knows(node)) return;
    const { content, evidence } = readFact(node);
    // The last that was retired is the last to go.
    this.#facts.delete(node.id);
    this.#facts.set(node.id, {
      version: node.version,
      says: statementOf(content),
      sources: [evidence?.invocation_id, evidence?.message_id].flatMap((id) => id || []),
    });
  }
}
