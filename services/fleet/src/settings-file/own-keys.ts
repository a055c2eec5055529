import { editDistance } from '@agent-mem/contract';
import type { Blocks } from './blocks.ts';
import { nestedRoots } from './nested-keys.ts';

/** The variable that names the file itself: a file cannot say where it lies. */
export const ownVariable = 'CONFIG_FILE';

/** The keys that a file may have. */
export function keysOf(names: readonly string[], blocks: Blocks): readonly string[] {
  return [
    ...names.filter((name) => name !== ownVariable).map((name) => name.toLowerCase()),
    ...Object.keys(blocks),
    ...nestedRoots,
  ];
}

/**
 * Whether a file that was found by its name alone is meant for us: all its keys are ours, or one of several words is, or nearly is. Keys of one word, such as
 * host, other programs have too. It goes by lines, as what is no YAML can be known by nothing else.
 */
export function isOurs(text: string, names: readonly string[], blocks: Blocks): boolean {
  const keys = keysOf(names, blocks);
  const written = [...text.matchAll(/^["']?([\w-]+)["']?\s*:/gm)].map(([, key = '']) => key.toLowerCase());
  if (written.length === 0) return text.split('\n').every((line) => /^\s*(#.*|---.*)?$/.test(line));
  if (written.every((key) => keys.includes(key))) return true;
  return written.some((key) => key.includes('_') && keys.some((known) => editDistance(key, known) <= 2));
}
