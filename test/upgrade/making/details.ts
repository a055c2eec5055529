import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@agent-mem/contract';
import { defaultScope } from '@agent-mem/testing';
import type { Checkout } from './checkout.ts';

/** More than a MiB stands in a file beside the data file; its lines repeat, so that it stays small when it is compressed. */
const long = Array.from({ length: 32_000 }, (_, line) => `line: the pump ran, pressure ${line % 97} bar\n`).join('');
const short = '{"rooms":[{"name":"kitchen","lamps":3},{"name":"attic","lamps":0}]}';

const details = [
  { memoryKey: 'pump_log_7k2p', contentType: 'text/plain', content: long, description: 'log of the pump' },
  { memoryKey: 'lamps_x31m', contentType: 'application/json', content: short, description: 'lamps by room' },
];

/** Imports an archive with two details: no operation of that version stores one. */
export async function importDetails(checkout: Checkout, folder: string, at: string): Promise<void> {
  const path = join(folder, 'details.jsonl');
  await writeFile(path, archive(at));
  await checkout.command(at, folder, ['import', path]);
  await rm(path);
}

function archive(at: string): string {
  const createdAt = new Date(at).toISOString();
  const lines = [
    { archive: { version: 1, scope: defaultScope, created_at: createdAt } },
    ...details.map((detail, index) => ({ node: nodeOf(detail, index, createdAt) })),
    ...details.flatMap(({ memoryKey, contentType, content, description }) => [
      {
        detail: {
          hash: createHash('sha256').update(content).digest('hex'),
          sizeBytes: Buffer.byteLength(content),
          memoryKey,
          contentType,
          metadata: { description },
          createdAt,
        },
      },
      ...piecesOf(content).map((bytes) => ({ bytes })),
    ]),
  ].map((line) => canonicalJson(line));
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return [...lines, JSON.stringify({ end: { lines: lines.length, sha256 } }), ''].join('\n');
}

function nodeOf({ memoryKey, description }: (typeof details)[number], index: number, at: string): object {
  return {
    id: `det_01960000-0000-7000-8000-00000000001${index}`,
    kind: 'Detail',
    status: 'ACTIVE',
    version: 1,
    weight: null,
    conversationId: null,
    ordinal: null,
    validFrom: null,
    validTo: null,
    createdAt: at,
    updatedAt: at,
    dueAt: null,
    indexedVersion: null,
    properties: { memory_key: memoryKey, description },
  };
}

function piecesOf(content: string): readonly string[] {
  const bytes = Buffer.from(content);
  const size = 512 * 1024;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size).toString('base64'),
  );
}
