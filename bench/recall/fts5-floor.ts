import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Texts } from '../seeded-texts.ts';
import type { Filling } from './fill.ts';
import type { Question } from './subject.ts';

/** The same rows in a full-text table of SQLite, and nothing around it. */
export interface Fts5Floor extends Disposable {
  /** The ten best by BM25 of those that hold any of the words. */
  ask(question: Pick<Question, 'user' | 'query'>): number;
}

/** Fills a table in a directory. The scope is a word of each row, so that it is part of the index. */
export function fts5Floor(directory: string, texts: Texts, { users, memoriesOfEach }: Filling): Fts5Floor {
  const database = new DatabaseSync(join(directory, 'fts5.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  database.exec("CREATE VIRTUAL TABLE rows USING fts5(text, user, tokenize = 'porter unicode61')");
  const insert = database.prepare('INSERT INTO rows (text, user) VALUES (?, ?)');
  database.exec('BEGIN');
  for (const [index, user] of users.entries()) {
    for (let number = 0; number < memoriesOfEach; number += 1) insert.run(texts.text(index * memoriesOfEach + number), user);
  }
  database.exec("COMMIT; INSERT INTO rows (rows) VALUES ('optimize')");
  const select = database.prepare('SELECT rowid, text FROM rows WHERE rows MATCH ? ORDER BY bm25(rows, 1.0, 0.0) LIMIT 10');
  return {
    ask({ user, query }) {
      const words = query.match(/\w+/g)?.map((word) => `"${word}"`) ?? [];
      const scope = users.length > 1 ? `user:"${user}" AND ` : '';
      return select.all(`${scope}text:(${words.join(' OR ')})`).length;
    },
    [Symbol.dispose]: () => database.close(),
  };
}
