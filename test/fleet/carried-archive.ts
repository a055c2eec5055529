import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import { spawnFleet } from '../process/fleet-process.ts';

/** Whose memory is carried. */
export interface Carried {
  readonly workspace: string;
  readonly user: string;
  readonly collection: string;
}

/** Of all letters, and longer than what a store keeps in one piece. */
const large = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 7 + (index >> 8)) % 256));

/** Fills a data directory with something of every kind, by operations where there is one. */
export async function fillScope(directory: string, carried: Carried): Promise<void> {
  await using fleet = await startFleet({ bus: 'sqlite', directory });
  const { caller, ports } = fleet;
  const { fact_id } = await caller.call('facts', 'store', { ...carried, content: 'Anne likes green tea' });
  await caller.call('facts', 'store', { ...carried, content: 'Bo plays chess\u2028on Sundays 🧠', metadata: { 'a key': '"' } });
  await caller.call('facts', 'delete', { ...carried, fact_id });
  await caller.call('facts', 'restore', { ...carried, fact_id });
  await caller.call('facts', 'store', { ...carried, content: 'Anne lives in Lisbon', key: 'home', tags: ['place'] });
  await caller.call('facts', 'store', { ...carried, content: 'Anne lives in Porto', key: 'home' });
  await caller.call('episodes', 'store', {
    ...carried,
    key: 'tea',
    tags: ['kitchen'],
    goal: 'Brew tea',
    steps: ['Boil'],
    outcome: 'Tea',
    lessons: 'Wait',
  });
  const message = { ...carried, conversation_id: 'c/1', role: 'user' as const, content: 'Hello 🧠' };
  await caller.call('conversations', 'append_message', message, { idempotencyKey: 'kept' });
  await caller.call('conversations', 'end', { ...carried, conversation_id: 'c/1' });
  await fleet.settled();
  const detail = { memoryKey: 'large', contentType: 'application/octet-stream', metadata: { of: 'a tool' } };
  await ports.details.put(scopeOf(carried), { ...detail, createdAt: new Date(systemClock.now()).toISOString() }, [large]);
}

/** Where a fleet's memory lies: a data directory, and the addresses of its stores where they are not in it. */
export interface FleetAt {
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Exports the scope from a place. Answers the file's path. */
export async function exportFrom(fleet: FleetAt, { user }: Carried, path: string): Promise<string> {
  await command(fleet, 'export', '--user', user, '--out', path);
  return path;
}

/** Imports an archive into a place. */
export async function importInto(fleet: FleetAt, path: string): Promise<void> {
  await command(fleet, 'import', path);
}

/** What an archive holds: all but its head, which says when it was made, and the checksum that comes of it. Long lines by their hash. */
export async function bodyOf(path: string): Promise<readonly string[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(1, -1);
  return lines.map((line) => (line.length < 2_000 ? line : createHash('sha256').update(line).digest('hex')));
}

async function command({ directory, environment = {} }: FleetAt, ...args: readonly string[]): Promise<void> {
  await using process = spawnFleet({ directory: directory, args, environment });
  const [code] = (await once(process.child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${process.errors()}`);
}
