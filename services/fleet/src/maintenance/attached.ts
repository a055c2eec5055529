import { Readable } from 'node:stream';
import { OperationError } from '@agent-mem/contract';
import { StartFailed } from '../refusal.ts';
import { refusalOfResponse } from '../refusal-of-response.ts';
import { linesOf } from './lines.ts';
import type { Maintenance } from './maintenance.ts';
import { type Line, type MaintenanceTask, maintenancePath } from './wire.ts';

/** Maintenance by the process that has the stores open, over HTTP. Throws what it throws, or `StartFailed` if it does not answer. */
export function attachedMaintenance(url: string): Maintenance {
  async function* ask<Item>(task: MaintenanceTask, wish: object, body?: AsyncIterable<string>): AsyncIterable<Item> {
    const asked = `${url}${maintenancePath}/${task}?wish=${encodeURIComponent(JSON.stringify(wish))}`;
    const response = await fetch(asked, requestWith(body)).catch((cause: unknown) => {
      throw new StartFailed(`${url} does not answer`, { cause });
    });
    if (!response.ok || !response.body) throw await refusalOfResponse(response, url);
    for await (const text of linesOf(response.body)) {
      const line = JSON.parse(text) as Line;
      if ('end' in line) return;
      if ('error' in line) throw OperationError.fromWire(line.error);
      // What the route sends is what the other side's `Maintenance` gave it.
      yield line.item as Item;
    }
    throw new StartFailed(`${url} broke off; try again`);
  }
  return {
    check: (wish) => ask('check', wish),
    reindex: (wish) => ask('reindex', wish),
    export: (wish) => ask('export', wish),
    import: (wish, lines) => ask('import', wish, lines),
    purge: (wish) => ask('purge', wish),
    async *backup(wish) {
      for await (const piece of ask<string>('backup', wish)) yield Buffer.from(piece, 'base64');
    },
  };
}

function requestWith(body: AsyncIterable<string> | undefined): RequestInit {
  if (!body) return { method: 'POST' };
  const stream = Readable.toWeb(Readable.from(withNewlines(body))) as ReadableStream;
  return { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: stream, duplex: 'half' };
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}
