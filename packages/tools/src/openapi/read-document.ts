import { readFile } from 'node:fs/promises';
import { membersOf } from '@agent-mem/contract';
import { parse } from 'yaml';
import { boundedPieces } from '../origin/bounded-pieces.ts';

type Members = Readonly<Record<string, unknown>>;

const mostBytes = 8_000_000;
const readMs = 20_000;
const mostReferences = 16;

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly root: Members;
  /** The member, or what its reference within the document points to; of anything else none. */
  resolved(member: unknown): Members;
}

/** Reads a document from a file or an address. Rejects where there is none. */
export async function readDocument(location: string, signal: AbortSignal): Promise<OpenApiDocument> {
  const text = /^https?:\/\//.test(location) ? await fetched(location, signal) : await readFile(location, 'utf8');
  // JSON is YAML. Aliases that multiply are refused by the reader.
  const root = membersOf(parse(text, { maxAliasCount: 100 }));
  if (typeof root.openapi !== 'string' || !root.openapi.startsWith('3.')) throw new Error('it is no document of OpenAPI 3');
  return {
    root,
    resolved(member) {
      let at = membersOf(member);
      for (let left = mostReferences; typeof at.$ref === 'string'; left -= 1) {
        if (left === 0 || !at.$ref.startsWith('#/')) return {};
        at = membersOf(target(root, at.$ref));
      }
      return at;
    },
  };
}

/** What a reference within the document points to. */
export function target(root: unknown, reference: string): unknown {
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((at, name) => (Object.hasOwn(membersOf(at), name) ? membersOf(at)[name] : undefined), root);
}

async function fetched(location: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(location, { signal: AbortSignal.any([signal, AbortSignal.timeout(readMs)]) });
  if (!response.ok || !response.body) throw new Error(`it is answered ${response.status}`);
  return Buffer.concat(await Array.fromAsync(boundedPieces(response.body, mostBytes))).toString();
}
