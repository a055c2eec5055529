import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DataUnwritable, type Scope } from '@agent-mem/contract';
import { readText, removeFile, replaceFile } from '@agent-mem/runtime';
import { dataFolder } from '@agent-mem/runtime/data-directory';
import { fileFailure, isUnwritable } from '@agent-mem/runtime/file-failure';
import { type Bodies, bodiesOf, documentText, type Entry } from './document.ts';
import { fileName, scopeFolder } from './file-name.ts';

/** Most conversations whose bodies are in memory. */
const mostOpen = 64;

/** What is to become of a conversation's bodies; `null`: nothing. */
export type ChangeBodies = (bodies: Bodies) => Bodies | null | Promise<Bodies | null>;

/** The files of a data directory. One process writes them, each file by one change at a time. */
export interface ConversationFiles {
  read(scope: Scope, conversationId: string): Promise<Bodies>;
  /** Durable when it resolves. A file without bodies is removed. Throws `DataUnwritable` where the disk is full or read-only: the file is then as it was. */
  change(scope: Scope, conversationId: string, change: ChangeBodies): Promise<void>;
  /** The conversations of a scope that have a file. */
  conversationsOf(scope: Scope): Promise<readonly string[]>;
  removeScope(scope: Scope): Promise<void>;
}

export function openConversationFiles(directory: string): ConversationFiles {
  const known = new Map<string, Bodies>();
  const underWay = new Map<string, Promise<unknown>>();
  const pathOf = (scope: Scope, conversationId: string) => join(directory, fileName(scope, conversationId));

  async function bodiesIn(path: string): Promise<Bodies> {
    const found = known.get(path) ?? bodiesOf((await readText(path)) ?? '{"messages":[]}');
    remember(path, found);
    return found;
  }

  function explained(error: unknown): never {
    if (!isUnwritable(error)) throw error;
    throw new DataUnwritable(`A file in ${dataFolder(directory, 'conversations')} cannot be written: ${fileFailure(error)}`, {
      cause: error,
    });
  }

  /** The newest are at the end. */
  function remember(path: string, bodies: Bodies): void {
    known.delete(path);
    known.set(path, bodies);
    const [oldest] = known.keys();
    if (known.size > mostOpen && oldest !== undefined) known.delete(oldest);
  }

  async function inTurn<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    const before = underWay.get(path) ?? Promise.resolve();
    const turn = before.then(work, work);
    underWay.set(path, turn);
    try {
      return await turn;
    } finally {
      if (underWay.get(path) === turn) underWay.delete(path);
    }
  }

  return {
    read: async (scope, conversationId) => await bodiesIn(pathOf(scope, conversationId)),
    async change(scope, conversationId, change) {
      const path = pathOf(scope, conversationId);
      await inTurn(path, async () => {
        const next = await change(await bodiesIn(path));
        if (next === null) return;
        const written = next.size === 0 ? removeFile(path) : replaceFile(path, documentText(scope, conversationId, next));
        await written.catch(explained);
        remember(path, next);
      });
    },
    async conversationsOf(scope) {
      const folder = join(directory, scopeFolder(scope));
      const names = await readdir(folder).catch(() => []);
      const texts = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readText(join(folder, name))));
      return texts.flatMap((text) => (text === null ? [] : [(JSON.parse(text) as { conversation_id: string }).conversation_id]));
    },
    async removeScope(scope) {
      const folder = join(directory, scopeFolder(scope));
      await rm(folder, { recursive: true, force: true });
      for (const path of known.keys()) if (path.startsWith(folder)) known.delete(path);
    },
  };
}

/** With these entries too. `null`: it has them already. */
export function withEntries(bodies: Bodies, added: ReadonlyMap<string, Entry>): Bodies | null {
  const isNew = [...added].some(([id, entry]) => JSON.stringify(bodies.get(id)?.body) !== JSON.stringify(entry.body));
  return isNew ? new Map([...bodies, ...added]) : null;
}

/** Without these ids. `null`: it has none of them. */
export function withoutIds(bodies: Bodies, gone: (id: string) => boolean): Bodies | null {
  const left = new Map([...bodies].filter(([id]) => !gone(id)));
  return left.size === bodies.size ? null : left;
}
