import { nearestName } from '@agent-mem/contract';
import { isMap, isScalar, type Node } from 'yaml';
import { nestedKeys } from './nested-keys.ts';
import { textOf } from './text-of.ts';

/** Reads what stands under one of the roots of the nested keys, as values of variables. Throws an `Error` whose message names the key. */
export function readNested(path: string, node: unknown): Readonly<Record<string, string>> {
  const key = Object.hasOwn(nestedKeys, path) ? nestedKeys[path] : undefined;
  if (key) {
    const text = textOf(path, node as Node | null);
    if (text === null) return {};
    if (key.words && !Object.hasOwn(key.words, text)) throw new Error(`${path}: must be ${Object.keys(key.words).join(' or ')}`);
    return { [key.variable]: key.words?.[text] ?? text };
  }
  if (!Object.keys(nestedKeys).some((known) => known.startsWith(`${path}.`))) throw new Error(unknownPath(path));
  if (node === null || (isScalar(node) && node.value === null)) return {};
  if (!isMap(node)) throw new Error(`${path}: must hold keys with values`);
  const read = node.items.map(({ key: name, value }) => readNested(`${path}.${isScalar(name) ? name.value : name}`, value));
  return Object.assign({}, ...read);
}

function unknownPath(path: string): string {
  const nearest = nearestName(path.toLowerCase(), Object.keys(nestedKeys));
  return `${path}: is not known${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}
