import type { Fact } from '../generated/memory-services.ts';
import type { Memory } from '../memory.ts';

/** A file of the memory tool: a fact whose key is the path. */
export interface StoredFile {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly version: number;
}

/** By which the facts of files are found. */
export const fileTag = 'memory-file';

/** What is stored of a file: its path stands first, so that no two files have one text, and an empty one has some. */
export function contentOf(path: string, text: string): string {
  return `${path}\n${text}`;
}

/** The file in a fact. */
export function fileOf({ id, content, key, version }: Pick<Fact, 'id' | 'content' | 'key' | 'version'>): StoredFile {
  const path = key ?? content.slice(0, content.indexOf('\n'));
  return { id, path, text: content.slice(content.indexOf('\n') + 1), version };
}

/** Every file of the scope, in the order of the paths. */
export async function storedFiles(
  client: Pick<Memory, 'facts'>,
  statuses: readonly ('ACTIVE' | 'DELETED')[] = ['ACTIVE'],
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  let cursor: string | null = null;
  do {
    const filter = { tags_any: [fileTag] };
    const page = await client.facts.list({ filter, statuses: [...statuses], limit: 1_000, ...(cursor !== null && { cursor }) });
    files.push(...page.facts.map(fileOf));
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}
