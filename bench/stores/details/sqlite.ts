import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteDetails } from '@agent-mem/sqlite';
import { checksummed, committed, openEmbedded, scopeNumber } from '../embedded.ts';
import { timeOf } from '../memories.ts';
import type { BareDetails, OpenedDetails } from './bare.ts';

/** The Details in an embedded file of its own, beside bare statements. */
export async function embeddedDetails(): Promise<OpenedDetails> {
  const embedded = await openEmbedded();
  const details = openSqliteDetails(embedded.file, { directory: join(embedded.directory, 'details') });
  const bare = bareDetails(embedded.database);
  const { bytes } = embedded;
  return { store: 'SQLite', details, bare, bytes, [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose]() };
}

const chunkBytes = 64 * 1024;

function bareDetails(database: DatabaseSync): BareDetails {
  const detail =
    database.prepare(`INSERT INTO details (scope, memory_key, hash, size_bytes, content_type, metadata, created_at, checksum, in_file)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`);
  const chunk = database.prepare('INSERT INTO detail_chunks VALUES (?, ?, ?)');
  const word = database.prepare('INSERT INTO detail_words VALUES (?, ?, ?, ?)');
  const read = database.prepare(`SELECT c.bytes FROM details AS d JOIN detail_chunks AS c ON c.detail = d.detail
    WHERE d.scope = ? AND d.memory_key = ? AND c.place BETWEEN ? AND ? ORDER BY c.place`);
  const search = database.prepare(`SELECT d.* FROM details AS d JOIN (
      SELECT w.detail, count(*) AS words, sum(w.count) AS hits FROM json_each(?) AS asked
      CROSS JOIN detail_words AS w ON w.scope = ? AND w.word = asked.value GROUP BY w.detail
    ) AS found ON found.detail = d.detail ORDER BY found.words DESC, found.hits DESC, d.created_at DESC LIMIT ?`);
  return {
    async put(key, { bytes, hash, words }) {
      committed(database, () => {
        const id = Number(
          detail.run(...checksummed(scopeNumber, key, hash, bytes.length, 'text/plain', '{}', timeOf(0))).lastInsertRowid,
        );
        for (let start = 0; start < bytes.length; start += chunkBytes)
          chunk.run(id, start / chunkBytes, bytes.subarray(start, start + chunkBytes));
        for (const [text, count] of words) word.run(scopeNumber, text, id, count);
      });
    },
    async read(key, offset, maxBytes) {
      const [first, last] = [Math.floor(offset / chunkBytes), Math.floor((offset + maxBytes - 1) / chunkBytes)];
      const rows = read.all(scopeNumber, key, first, last);
      const start = offset - first * chunkBytes;
      return Buffer.concat(rows.map(({ bytes }) => bytes as Uint8Array)).subarray(start, start + maxBytes);
    },
    search: async (words, limit) => search.all(JSON.stringify(words), scopeNumber, limit),
  };
}
