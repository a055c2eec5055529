import { once } from 'node:events';
import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolders } from '@agent-mem/runtime/data-directory';
import { temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { hasLargeDetail, storeLargeDetail } from '../operations/large-detail.ts';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const environment = { PERSISTENCE_TYPE: 'files', SWEEP_SECONDS: '1' };
const talk = { conversation_id: 'talk', user: 'ann' };

async function filesOf(directory: string): Promise<readonly string[]> {
  const files = globSync('conversations/**/*.json', { cwd: directory });
  return await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
}

async function foldersIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Runs a command of the program to its end. */
async function command(directory: string, ...args: readonly string[]) {
  await using process = spawnFleet({ directory, args, environment });
  const [code] = (await once(process.child, 'close')) as [number | null];
  return { code, output: process.output(), errors: process.errors() };
}

const contents = async (url: string) =>
  (await rest(url, 'conversations', 'history', talk)).messages.map(({ content }) => content);

describe('conversations in files', () => {
  it(
    'are read, found, learned from, checked, exported, backed up and purged as those in the Graph',
    verifies('conversation.files'),
    async () => {
      await using folder = await temporaryDirectory();
      const at = (name: string) => join(folder.path, name);
      const said = ['My sister Eva lives in Faro', 'The lantern hangs in the hall'];
      const detail = await (async () => {
        await using fleet = await startFleetProcess({ directory: at('first'), environment });
        // Nothing is learned of what an assistant says.
        const roles = ['user', 'assistant'] as const;
        const messages = said.map((content, index) => ({ role: roles[index], content, reasoning: 'it was said' }));
        const appended = await rest(fleet.httpUrl, 'conversations', 'append_messages', { ...talk, messages, wait_ms: 60_000 });
        expect(appended.learned.map(({ content }) => content)).toContain("The user's sister Eva lives in Faro");
        const { conversations } = await rest(fleet.httpUrl, 'conversations', 'list', { user: 'ann' });
        expect(await readFile(join(at('first'), conversations[0]?.file_path ?? ''), 'utf8')).toContain(said[0]);
        const key = await storeLargeDetail(fleet.httpUrl);
        await fleet.kill();
        return key;
      })();
      // A folder that is not of the layout is forgotten by --new-data, restore and backup; what is in each is read from the backup below.
      expect((await foldersIn(at('first'))).toSorted()).toEqual(dataFolders.toSorted());
      {
        await using fleet = await startFleetProcess({ directory: at('first'), environment });
        expect(await contents(fleet.httpUrl)).toEqual(said);
        const { messages } = await rest(fleet.httpUrl, 'conversations', 'search', { ...talk, query: 'lantern' });
        expect(messages.map(({ content }) => content)).toContain(said[1]);
        await fleet.stop();
      }
      // The Graph holds nothing of them.
      const stored = await readFile(join(at('first'), 'agent-mem.sqlite'), 'latin1');
      expect(stored.includes('hangs in the hall')).toBe(false);
      expect(await command(at('first'), 'check')).toMatchObject({ code: 0, output: 'The stores agree\n' });

      expect(await command(at('first'), 'export', '--user', 'ann', '--out', at('ann.jsonl'))).toMatchObject({ code: 0 });
      expect(await readFile(at('ann.jsonl'), 'utf8')).toContain(said[1]);
      expect(await command(at('second'), 'import', at('ann.jsonl'))).toMatchObject({ code: 0 });
      expect((await filesOf(at('second'))).join()).toContain(said[1]);

      expect(await command(at('first'), 'backup', '--out', at('backup.sqlite'))).toMatchObject({ code: 0 });
      expect(await command(at('third'), 'restore', at('backup.sqlite'))).toMatchObject({ code: 0 });
      {
        await using fleet = await startFleetProcess({ directory: at('third') });
        expect(await contents(fleet.httpUrl)).toEqual(said);
        expect(await hasLargeDetail(fleet.httpUrl, detail)).toBe(true);
      }
      {
        await using fleet = await startFleetProcess({ directory: at('first'), environment });
        await rest(fleet.httpUrl, 'conversations', 'purge', { ...talk });
        expect(await filesOf(at('first'))).toEqual([]);
      }
    },
  );

  it('that are saved at the end, or when they are exported, are in the Graph until then', async () => {
    await using folder = await temporaryDirectory();
    const later = { ...environment, PERSISTENCE_AUTO_SAVE: 'false' };
    await using fleet = await startFleetProcess({ directory: folder.path, environment: later });
    await rest(fleet.httpUrl, 'conversations', 'append_message', { ...talk, role: 'user', content: 'Hello' });
    expect(await filesOf(folder.path)).toEqual([]);
    const aside = { ...talk, conversation_id: 'aside' };
    await rest(fleet.httpUrl, 'conversations', 'append_message', { ...aside, role: 'user', content: 'By the way' });
    await rest(fleet.httpUrl, 'conversations', 'export', aside);
    expect(await filesOf(folder.path)).toEqual([expect.stringContaining('By the way')]);
    await rest(fleet.httpUrl, 'conversations', 'end', talk);
    expect((await filesOf(folder.path)).join()).toContain('Hello');
    expect(await contents(fleet.httpUrl)).toEqual(['Hello']);
    const { messages } = await vi.waitFor(async () => {
      const found = await rest(fleet.httpUrl, 'conversations', 'search', { ...talk, query: 'hello' });
      expect(found.messages).toHaveLength(1);
      return found;
    });
    expect(messages[0]?.content).toBe('Hello');
  });

  it('are refused where more than one process would write them', async () => {
    await using folder = await temporaryDirectory();
    const shared = { PERSISTENCE_TYPE: 'files', BUS_URL: 'ws://127.0.0.1:1', GRAPH_URL: 'sqlite:' };
    await using process = spawnFleet({ directory: folder.path, environment: shared });
    const [code] = (await once(process.child, 'close')) as [number | null];
    expect([code, process.errors()]).toEqual([2, expect.stringContaining('PERSISTENCE_TYPE files is for one process')]);
  });
});
