import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Memory, openMemory } from '../src/index.ts';

test('what is stored is there when the folder is opened again', async () => {
  await using folder = await temporaryDirectory();
  const dataDir = join(folder.path, 'memory');
  {
    await using memory = await openMemory({ dataDir, environment: {} });
    await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
  }
  await using memory = await openMemory({ dataDir, environment: {} });
  const { facts } = await memory.facts.retrieve({ query: 'When does the ferry leave?', top_k: 1 });
  expect(facts.map(({ content }) => content)).toEqual(['The ferry to Ischia leaves at nine']);
});

async function inMemory(environment: Readonly<Record<string, string>> = {}): Promise<Memory> {
  const urls = ['BUS', 'GRAPH', 'SEARCH', 'KEYVALUE', 'DETAILS'].map((name) => [`${name}_URL`, 'memory:']);
  return await openMemory({ environment: { ...Object.fromEntries(urls), LOG_LEVEL: 'silent', ...environment } });
}

test('a malformed variable is refused, and nothing stays open', async () => {
  await expect(inMemory({ LOG_LEVEL: 'loud' })).rejects.toThrow(/LOG_LEVEL/);
});

test('a call holds the process until it is answered', async () => {
  await using folder = await temporaryDirectory();
  const program = fileURLToPath(new URL('ask-absent-model.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder.path]);
  expect(stdout).toBe('unavailable\n');
});
