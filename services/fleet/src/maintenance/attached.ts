import { Readable } from 'node:stream';
import { OperationError } from '@agent-mem/contract';
import type { ReportProgress } from '@agent-mem/runtime';
import type { MissingDetail } from '@agent-mem/sqlite';
import { credentialHeaders, type Owner } from '../owner.ts';
import { StartFailed } from '../refusal.ts';
import { refusalOfResponse } from '../refusal-of-response.ts';
import { linesOf } from './lines.ts';
import type { Maintenance } from './maintenance.ts';
import { type Line, type MaintenanceTask, maintenancePath, progressHeader } from './wire.ts';

/** Maintenance by the process that has the stores open, over HTTP. Throws what it throws, or `StartFailed` if it does not answer. */
export function attachedMaintenance(owner: Owner): Maintenance {
  const { url } = owner;
  async function* ask<Item, Result = unknown>(
    task: MaintenanceTask,
    wish: object,
    report: ReportProgress | undefined,
    { body, read = (item) => item as Item }: { readonly body?: AsyncIterable<string>; read?(item: unknown): Item } = {},
  ): AsyncGenerator<Item, Result> {
    const asked = `${url}${maintenancePath}/${task}?wish=${encodeURIComponent(JSON.stringify(wish))}`;
    const response = await fetch(asked, requestWith(owner, body, report !== undefined)).catch((cause: unknown) => {
      throw new StartFailed(`${url} does not answer`, { cause });
    });
    if (!response.ok || !response.body) throw await refusalOfResponse(response, url);
    for await (const text of linesOf(response.body)) {
      const line = JSON.parse(text) as Line;
      // What the route sends is what the other side's `Maintenance` gave it.
      if ('end' in line) return line.result as Result;
      if ('error' in line) throw OperationError.fromWire(line.error);
      if ('progress' in line) {
        report?.(line.progress);
        continue;
      }
      yield read(line.item);
    }
    throw new StartFailed(`${url} broke off; try again`);
  }
  return {
    check: (wish, report) => ask('check', wish, report),
    reindex: (wish, report) => ask('reindex', wish, report),
    export: (wish, report) => ask('export', wish, report),
    import: (wish, lines, report) => ask('import', wish, report, { body: lines }),
    purge: (wish, report) => ask('purge', wish, report),
    async *backup(wish, report) {
      const read = (piece: unknown) => Buffer.from(String(piece), 'base64');
      // An owner of an earlier version does not say what is missing.
      return (yield* ask<Uint8Array, readonly MissingDetail[] | undefined>('backup', wish, report, { read })) ?? [];
    },
  };
}

function requestWith(owner: Owner, body: AsyncIterable<string> | undefined, isReported: boolean): RequestInit {
  const headers = { ...credentialHeaders(owner), ...(isReported && { [progressHeader]: '1' }) };
  if (!body) return { method: 'POST', headers };
  const stream = Readable.toWeb(Readable.from(withNewlines(body))) as ReadableStream;
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/x-ndjson' }, body: stream, duplex: 'half' };
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const line of lines) yield Buffer.from(`${line}\n`);
}
