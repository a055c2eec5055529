import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { seededRandom, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type EmbeddedFile, openEmbeddedFile } from '../../src/file/index.ts';
import { FragileDisk, type Remains } from './fragile-disk.ts';

const rounds = 4;
const writesARound = 50;

/** What must stand in what a power cut has left. */
interface Cut {
  readonly remains: Remains;
  readonly acknowledged: readonly number[];
}

test('a power cut at any moment leaves a whole file with every write that has resolved', async () => {
  await using folder = await temporaryDirectory();
  let moments = 0;
  for (let seed = 1; seed <= rounds; seed += 1) {
    const cuts = await workUntilCut(join(folder.path, String(seed)), seededRandom(seed));
    for (const [index, cut] of cuts.entries()) await checkCut(join(folder.path, `${seed}-${index}`), cut);
    moments += cuts.length;
  }
  expect(moments).toBeGreaterThan(rounds);
});

/** Writes, deletes, scrubs and migrates, and cuts the power at moments before, between and after what the disk takes. */
async function workUntilCut(directory: string, random: () => number): Promise<readonly Cut[]> {
  const disk = new FragileDisk(random);
  const clock = turnedClock();
  // Else the log grows long.
  const isCleaned = random() < 0.5;
  await using file = await openEmbeddedFile(directory, { clock, diskOf: disk.open });
  file.migrate('notes', ['CREATE TABLE notes (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT']);
  // What is written later is on the disk together with it.
  await file.write(() => {});
  const acknowledged = new Set<number>();
  const cuts: Cut[] = [];
  let tables = 0;
  // While the log moves into the file a commit waits, and a migration cannot.
  disk.onWait = (waiting) => {
    if (waiting !== 'file' || random() < 0.7) return;
    tables += 1;
    createTable(file, tables);
  };
  let sinceMove = 0;
  disk.onFlush = (flushed) => {
    sinceMove = flushed === 'file' ? 0 : sinceMove + 1;
    if (random() < (sinceMove < 8 ? 0.2 : 0.02)) cuts.push({ remains: disk.cut(), acknowledged: [...acknowledged] });
  };
  for (let id = 0; id < writesARound; id += 1) {
    const write = async (number: number) => {
      // Small ones, and some that make the log long soon.
      const bytes = random() < 0.7 ? 100 : 600_000;
      await file.write(({ statement }) => statement('INSERT INTO notes VALUES (?, randomblob(?))').run(number, bytes));
      acknowledged.add(number);
    };
    const writes = [write(2 * id), write(2 * id + 1)];
    if (id > 0 && random() < 0.3) {
      const gone = Math.floor(random() * 2 * id);
      acknowledged.delete(gone);
      writes.push(file.write(({ statement }) => void statement('DELETE FROM notes WHERE id = ?').run(gone)));
    }
    if (random() < 0.1) writes.push(file.scrub());
    if (isCleaned && random() < 0.2) await clock.advance(1_000);
    await Promise.all(writes);
  }
  cuts.push({ remains: disk.cut(), acknowledged: [...acknowledged] });
  return cuts;
}

function createTable(file: EmbeddedFile, number: number): void {
  file.migrate(`table ${number}`, [`CREATE TABLE table_${number} (text TEXT) STRICT; INSERT INTO table_${number} VALUES ('x')`]);
}

async function checkCut(directory: string, { remains, acknowledged }: Cut): Promise<void> {
  await mkdir(directory);
  const path = join(directory, 'cut.sqlite');
  writeFileSync(path, remains.file);
  writeFileSync(`${path}-wal`, remains.log);
  using database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const found = new Set(
    database
      .prepare('SELECT id FROM notes')
      .all()
      .map(({ id }) => Number(id)),
  );
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
}
