import { createHash } from 'node:crypto';
import { ascending, isSameScope } from '@agent-mem/contract';
import type { Details, DetailsMaintenance, StoredDetail } from '../details.ts';
import { WordCount, wordsOf } from '../words.ts';
import { ByScope } from './by-scope.ts';

interface HeldDetail {
  readonly detail: StoredDetail;
  readonly content: Buffer;
  readonly words: ReadonlyMap<string, number>;
}

/** Details that live as long as the process. */
export function createMemoryDetails(): Details & DetailsMaintenance {
  const scopes = new ByScope<Map<string, HeldDetail>>(() => new Map());

  return {
    async put(scope, description, content) {
      const words = new WordCount();
      const hash = createHash('sha256');
      const pieces: Uint8Array[] = [];
      for await (const piece of content) {
        words.add(piece);
        hash.update(piece);
        pieces.push(new Uint8Array(piece));
      }
      const bytes = Buffer.concat(pieces);
      const { memoryKey, contentType, createdAt } = description;
      const metadata = structuredClone(description.metadata);
      const detail = { hash: hash.digest('hex'), sizeBytes: bytes.length, memoryKey, contentType, metadata, createdAt };
      scopes.of(scope).set(memoryKey, { detail, content: bytes, words: words.end() });
      return structuredClone(detail);
    },
    async stat(scope, memoryKey) {
      return structuredClone(scopes.of(scope).get(memoryKey)?.detail ?? null);
    },
    async read(scope, memoryKey, { offset, maxBytes }) {
      const held = scopes.of(scope).get(memoryKey);
      return held ? new Uint8Array(held.content.subarray(offset, offset + maxBytes)) : null;
    },
    async search(scope, query) {
      const sought = [...new Set(query.words.flatMap(wordsOf))];
      return [...scopes.of(scope).values()]
        .map(({ detail, words }) => ({ detail, counts: sought.map((word) => words.get(word) ?? 0).filter((count) => count > 0) }))
        .filter(({ counts }) => counts.length > 0)
        .sort(
          (a, b) =>
            b.counts.length - a.counts.length ||
            sum(b.counts) - sum(a.counts) ||
            ascending(b.detail.createdAt, a.detail.createdAt),
        )
        .slice(0, query.limit)
        .map(({ detail }) => structuredClone(detail));
    },
    async delete(scope, memoryKey) {
      scopes.of(scope).delete(memoryKey);
    },

    async *stored({ before, scope: only } = {}) {
      const found = scopes
        .all()
        .filter(([scope]) => only === undefined || isSameScope(scope, only))
        .flatMap(([scope, held]) => [...held.values()].map(({ detail }) => ({ scope, detail })))
        .filter(({ detail }) => before === undefined || detail.createdAt < before)
        .sort((a, b) => ascending(a.detail.createdAt, b.detail.createdAt));
      for (const { scope, detail } of found) yield { scope, detail: structuredClone(detail) };
    },
    async *scopes() {
      for (const [scope, held] of scopes.all()) if (held.size > 0) yield scope;
    },
    async erase() {
      return 0;
    },
    async purge(scope, what) {
      const held = scopes.of(scope);
      const keys = what === 'everything' ? [...held.keys()] : what;
      return keys.filter((key) => held.delete(key)).length;
    },
    async scrub() {},
    async check() {},
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
