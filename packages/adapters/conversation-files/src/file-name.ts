import { join } from 'node:path';
import { type Scope, scopeKey, sha256 } from '@agent-mem/contract';
import { dataFolder } from '@agent-mem/runtime/data-directory';

/** Where the files of a scope lie, from the data directory. */
export function scopeFolder(scope: Scope): string {
  return join(dataFolder('', 'conversations'), named(`${scope.workspace} ${scope.user} ${scope.collection}`, scopeKey(scope)));
}

/** The file of a conversation, from the data directory. */
export function fileName(scope: Scope, conversationId: string): string {
  return join(scopeFolder(scope), `${named(conversationId, conversationId)}.json`);
}

/** Readable, and another for each key, also where a file system does not tell capitals from small letters. */
function named(text: string, key: string): string {
  const readable = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 60);
  return `${readable}-${sha256(key).slice(0, 12)}`;
}
