import { isBelow } from './memory-path.ts';
import { fileSize } from './shown-text.ts';
import type { StoredFile } from './stored-files.ts';

/** The files and folders in a folder, two levels deep, as the memory tool shows them. What begins with a dot is left out. */
export function listing(folder: string, files: readonly StoredFile[]): string {
  const below = files
    .filter(({ path }) => isBelow(path, folder))
    .map((file) => ({ names: file.path.slice(folder.length + 1).split('/'), bytes: bytesOf(file) }));
  const shown = below.filter(({ names }) => !names.some((name) => name.startsWith('.') || name === 'node_modules'));
  const sizes = new Map<string, number>();
  for (const { names, bytes } of shown) {
    for (let depth = 1; depth <= Math.min(2, names.length); depth += 1) {
      const name = `${names.slice(0, depth).join('/')}${depth < names.length ? '/' : ''}`;
      sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    }
  }
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  const lines = [...sizes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, bytes]) => `${fileSize(bytes)}\t${folder}/${name}`);
  const header = `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`;
  return [header, `${fileSize(total)}\t${folder}`, ...lines].join('\n');
}

function bytesOf({ text }: StoredFile): number {
  return new TextEncoder().encode(text).length;
}
