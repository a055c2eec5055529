import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import type { Asked } from './answers.ts';

/** What callers of the version that made the fixtures saw, by folder. Times are milliseconds since 1970. */
export interface Expected {
  readonly settled: { readonly at: number; readonly asked: readonly Asked[]; readonly details: readonly ExpectedDetail[] };
  readonly interrupted: {
    readonly at: number;
    readonly deadLetters: readonly object[];
    readonly repliesBefore: readonly unknown[][];
    /** Once everything that was left is done. */
    readonly replies: readonly unknown[][];
    readonly story: object;
    readonly asked: readonly Asked[];
  };
  readonly apart: { readonly at: number; readonly story: object };
}

export interface ExpectedDetail {
  readonly memory_key: string;
  readonly content_type: string;
  readonly metadata: object;
  readonly sha256: string;
  readonly size_bytes: number;
  /** A word that finds it. */
  readonly word: string;
}

/** A message as it stood on the bus. */
export interface RecordedMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly payload: string;
}

export interface RecordedMessages {
  /** The clock of all of them, milliseconds since 1970. */
  readonly at: number;
  readonly operations: readonly (RecordedMessage & { readonly reply: object })[];
  readonly events: readonly RecordedMessage[];
  /** What is answered once the operations had their effects. */
  readonly afterOperations: readonly Asked[];
  /** The same of the events, on a folder of their own. */
  readonly afterEvents: readonly Asked[];
}

const root = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** The versions whose fixtures stand here. */
export const recordedVersions: readonly string[] = readdirSync(root);

export async function expectedOf(version: string): Promise<Expected> {
  return JSON.parse(await readFile(join(root, version, 'expected.json'), 'utf8')) as Expected;
}

export async function messagesOf(version: string): Promise<RecordedMessages> {
  return JSON.parse(await readFile(join(root, version, 'messages.json'), 'utf8')) as RecordedMessages;
}

/** A message of the protos as protobufjs describes it. */
interface RecordedMessageType {
  readonly fields?: Readonly<Record<string, { readonly type: string; readonly options?: Readonly<Record<string, unknown>> }>>;
}

/** The messages of the contract that a version reads by, by their names. */
export async function contractOf(version: string): Promise<Readonly<Record<string, RecordedMessageType>>> {
  const packed = await readFile(join(root, version, 'contract.json.gz'));
  const { nested } = JSON.parse(gunzipSync(packed).toString()) as {
    readonly nested: {
      readonly agentmem: { readonly nested: { readonly v1: { readonly nested: Record<string, RecordedMessageType> } } };
    };
  };
  return nested.agentmem.nested.v1.nested;
}

/** A copy of a recorded data folder, which goes away when it is disposed. */
export async function unpacked(version: string, name: 'settled' | 'interrupted' | 'apart'): Promise<TemporaryDirectory> {
  const directory = await temporaryDirectory();
  await unpack(join(root, version, name), directory.path);
  return directory;
}

async function unpack(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.isDirectory()) await unpack(path, join(to, entry.name));
    else if (entry.name.endsWith('.gz')) await writeFile(join(to, entry.name.slice(0, -3)), gunzipSync(await readFile(path)));
    else await copyFile(path, join(to, entry.name));
  }
}
