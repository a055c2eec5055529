import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleClient } from '../scripts/bundle-client.ts';
import type * as client from '../src/index.ts';

test('the client has at most 30 KB when it is minified', async () => {
  await using folder = await temporaryDirectory();
  const file = join(folder.path, 'client.js');
  await bundleClient(file, { minify: true });
  const { size } = await stat(file);
  expect(size).toBeLessThanOrEqual(30_000);
  expect(size).toBeGreaterThan(5_000);
});

/** What every platform of the Web has; nothing of Node's own. */
const web = {
  AbortController,
  AbortSignal,
  TextDecoder,
  URL,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
};

test('the client runs where there is nothing but the Web', async () => {
  await using folder = await temporaryDirectory();
  const [file, script] = [join(folder.path, 'client.js'), join(folder.path, 'script.js')];
  await bundleClient(file);
  await build({ entryPoints: [file], outfile: script, format: 'iife', globalName: 'client', bundle: true });
  const context = createContext({ ...web });
  runInContext(await readFile(script, 'utf8'), context);
  expect(runInContext('typeof process + typeof require + typeof Buffer', context)).toBe('undefinedundefinedundefined');
  // The script defines what the module exports.
  const { openMemory, ConversationAgent } = runInContext('client', context) as typeof client;
  await using fleet = await startFleet({ http: true });
  await using memory = await openMemory({ url: fleet.httpUrl });
  await memory.facts.store({ content: 'The ferry to Ischia leaves at nine' });
  const { answer } = await memory.agent.invoke({ question: 'When does the ferry leave?' });
  expect(answer).toContain('The ferry to Ischia leaves at nine');
  const conversation = await new ConversationAgent({ client: memory }).createConversation();
  expect((await conversation.sendMessage('When does the ferry leave?')).content).toContain('nine');
});
