import { readFile, stat } from 'node:fs/promises';
import { type Clock, isWithin } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';

/** How often it is looked whether a file has changed, in milliseconds. */
const everyMs = 5_000;

/**
 * What a file holds, read again when it has changed: it is looked at most every five seconds. What cannot be read or parsed is a line of the log, and what was
 * read last holds; rejects only while nothing ever was.
 */
export function rereadFile<Content>(
  path: string,
  parse: (text: string) => Content,
  { clock, log }: { readonly clock: Pick<Clock, 'now'>; readonly log: Pick<Logger, 'error'> },
): () => Promise<Content> {
  let held: { readonly version: string; readonly content: Content } | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (held && isWithin(everyMs, lookedAt, clock.now())) return held.content;
    lookedAt = clock.now();
    try {
      const { mtimeMs, ino, size } = await stat(path);
      const version = `${mtimeMs} ${ino} ${size}`;
      if (held?.version !== version) held = { version, content: parse(await readFile(path, 'utf8')) };
    } catch (err) {
      if (!held) throw err;
      log.error({ err, path }, 'A file has changed and cannot be read; its previous content stays in effect');
    }
    return held.content;
  };
}
