import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryFloor } from './memory-floor.ts';
import { question, type Subject } from './subject.ts';

/** One statement a commit, each synced to the disk. Requests and replies do not touch the file: theirs is the queue in memory. */
export function sqliteFloor(directory: string): Subject {
  const database = new DatabaseSync(join(directory, 'floor.sqlite'));
  database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE messages (id INTEGER PRIMARY KEY, payload TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO messages (payload) VALUES (?)');
  const remove = database.prepare('DELETE FROM messages WHERE id = ?');
  const memory = memoryFloor();
  const payload = JSON.stringify({ store: { content: question } });
  return {
    ask: memory.ask,
    store: async () => insert.run(payload),
    /** The one is acknowledged in the commit of the next, as ours are. */
    async deliver() {
      database.exec('BEGIN IMMEDIATE');
      const { lastInsertRowid } = insert.run(payload);
      remove.run(Number(lastInsertRowid) - 1);
      database.exec('COMMIT');
      await memory.deliver();
    },
    async [Symbol.asyncDispose]() {
      database.close();
    },
  };
}
