import type { Scope } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { Connection, Row } from '../connection.ts';
import { scopedReads } from '../statement.ts';
import { nodeColumns, nodeOfRow } from './records.ts';
import { wholeRows } from './whole-rows.ts';

/** Reads nodes by their ids, in the order of the ids; those that do not exist are left out. */
type GetNodes = (scope: Scope, ids: readonly string[]) => Promise<readonly GraphNode[]>;

interface Asked {
  readonly scope: Scope;
  readonly ids: readonly string[];
  readonly answer: PromiseWithResolvers<readonly GraphNode[]>;
}

/** Most ids of one statement with several reads: a small read need not wait for the rows of many large ones. */
const mostIds = 500;

/**
 * Reads nodes by id, of any scope. What is asked for in one round of the event loop is one statement: half of what a fleet asks the server is
 * a node or two, many at once, and a statement costs far more than a node. It is sent after the last of its callers has asked, so each of
 * them finds what was written before it asked. Where it fails, each of them gets the error.
 */
export function nodesById(connection: Pick<Connection, 'inScopes'>): GetNodes {
  let waiting: Asked[] = [];

  function send(): void {
    const asked = waiting;
    waiting = [];
    void answer(asked);
  }

  async function answer(asked: readonly Asked[]): Promise<void> {
    try {
      const rows = Map.groupBy(await wholeRows(() => connection.inScopes(getNodes, asked.map(readOf))), readIndex);
      for (const [index, { answer }] of asked.entries()) answer.resolve((rows.get(index) ?? []).map(nodeOfRow));
    } catch (error) {
      for (const { answer } of asked) answer.reject(error);
    }
  }

  return async (scope, ids) => {
    if (ids.length === 0) return [];
    if (sum(waiting) + ids.length > mostIds) send();
    if (waiting.length === 0) setImmediate(send);
    const answer = Promise.withResolvers<readonly GraphNode[]>();
    waiting.push({ scope, ids, answer });
    return await answer.promise;
  };
}

const getNodes = scopedReads(`
UNWIND $reads AS read
UNWIND range(0, size(read.ids) - 1) AS place
MATCH (n:AgentMemNode {scope: read.scope, id: read.ids[place]})
WHERE n.version > 0
RETURN read.index AS read, ${nodeColumns} ORDER BY read, place`);

function readOf({ scope, ids }: Asked) {
  return { scope, parameters: { ids } };
}

function readIndex({ read }: Row): number {
  return Number(read);
}

function sum(waiting: readonly Asked[]): number {
  return waiting.reduce((ids, asked) => ids + asked.ids.length, 0);
}
