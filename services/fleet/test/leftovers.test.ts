import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newId, systemClock } from '@agent-mem/contract';
import { createCaller, publishEvent } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { invocationCompleted, temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { openFleet } from '../src/fleet.ts';
import { openMaintenance } from '../src/maintenance/open.ts';

/** A token as an issuer makes it, which the filter finds wherever it stands; its last 30 characters are looked for. */
function newToken(): string {
  return `glpat-${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

type Caller = Awaited<ReturnType<typeof createCaller>>;

/** Each kind of write with a text in it. */
const writes: Readonly<Record<string, (caller: Caller, text: string, number: number) => Promise<unknown>>> = {
  'facts.Store': (caller, text) => caller.call('facts', 'store', { content: text }),
  'source, metadata and their names of facts.Store': (caller, text, number) =>
    caller.call('facts', 'store', { content: `Job ${number} ended`, source: text, metadata: { [text]: 'key', value: text } }),
  'JSON metadata of facts.Store': (caller, text, number) =>
    caller.call('facts', 'store', {
      content: `Job ${number} began`,
      metadata_json: JSON.stringify({ [text]: { [`of ${text}`]: [text] } }),
    }),
  'facts.StoreMany': (caller, text) =>
    caller.call('facts', 'store_many', { facts: [{ content: text }, { content: `Also ${text}` }] }),
  'facts.Update': async (caller, text, number) => {
    const { fact_id } = await caller.call('facts', 'store', { content: `Release ${number} is signed` });
    await caller.call('facts', 'update', { fact_id, content: text });
  },
  'episodes.Store': (caller, text) =>
    caller.call('episodes', 'store', { goal: text, steps: [text], outcome: text, lessons: text }),
  'conversations.AppendMessage': (caller, text) =>
    caller.call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: text, reasoning: text }),
  'speaker, metadata and their names of conversations.AppendMessage': (caller, text, number) =>
    caller.call('conversations', 'append_message', {
      conversation_id: 'c4',
      role: 'user',
      content: `Job ${number} is late`,
      speaker: text,
      metadata: { [text]: 'key', value: text },
    }),
  'conversations.AppendMessages': (caller, text) =>
    caller.call('conversations', 'append_messages', { conversation_id: 'c2', messages: [{ role: 'tool', content: text }] }),
  'working-memory.Append': (caller, text) =>
    caller.call('working-memory', 'append', {
      invocation_id: newId('inv'),
      goal: text,
      items: [{ type: 'thought', content: text }],
    }),
  'working-memory.StoreDetail': (caller, text, number) =>
    caller.call('working-memory', 'store_detail', { memory_key: `d${number}`, chunk: text, end: true }),
  'agent.Invoke': (caller, text) => caller.call('agent', 'invoke', { question: text, conversation_id: 'c3' }),
};

it('no token that was redacted can be read in the data file, its log or a backup, whatever wrote it, and by which way', async () => {
  await using directory = await temporaryDirectory();
  const environment = { DATA_DIR: directory.path, HTTP_PORT: '0', GRPC_PORT: '0' };
  const fleet = await openFleet({ services: [], environment, log: createLogger({ level: 'silent' }) });
  const tokens = new Map<string, string>();
  await using bus = await createCaller(fleet.ports.bus, { clientId: 'leftovers', clock: systemClock });
  const ways = { bus, 'in process': fleet.host.caller as Caller };
  while (tokens.size < 100) {
    for (const [name, write] of Object.entries(writes)) {
      for (const [way, caller] of Object.entries(ways)) {
        const token = newToken();
        const number = tokens.size;
        tokens.set(token, `${name} by ${way}`);
        await write(caller, `The deploy token of job ${number} is ${token}`, number);
      }
    }
    const token = newToken();
    tokens.set(token, 'an event');
    await publishEvent(
      fleet.ports.bus,
      invocationCompleted({ question: `Use ${token}`, answer: `I used ${token}`, extract_facts: true }),
    );
    await fleet.host.settled();
  }
  const folder = directory.path;
  const readable = () => leftIn(folder, tokens);
  await vi.waitFor(() => expect(readable()).toEqual({}), { timeout: 20_000, interval: 500 });
  {
    await using maintenance = await openMaintenance(environment);
    const pieces = await Array.fromAsync(maintenance.backup({}));
    expect(countIn(Buffer.concat(pieces as Uint8Array[]), tokens)).toEqual([]);
  }
  await fleet[Symbol.asyncDispose]();
  expect(readable()).toEqual({});
});

/** The tokens that can be read in each file of a folder, by what wrote them. */
function leftIn(folder: string, tokens: ReadonlyMap<string, string>): Record<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  const found = files.map((name) => [name, countIn(readFileSync(join(folder, name)), tokens)] as const);
  return Object.fromEntries(found.filter(([, left]) => left.length > 0));
}

function countIn(bytes: Buffer, tokens: ReadonlyMap<string, string>): readonly string[] {
  return [...tokens].flatMap(([token, writer]) => (bytes.includes(token.slice(-30)) ? [writer] : []));
}
