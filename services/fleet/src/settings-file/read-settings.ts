import { nearestName } from '@agent-mem/contract';
import { parseYaml } from '@agent-mem/runtime/parse-yaml';
import { isMap, isScalar, type Node, type Pair } from 'yaml';
import type { Block, Blocks } from './blocks.ts';
import { nestedRoots } from './nested-keys.ts';
import { keysOf, ownVariable } from './own-keys.ts';
import { readNested } from './read-nested.ts';
import { textOf } from './text-of.ts';

/** What a settings file says. */
export interface Settings {
  /** Values by the variables' names, as the environment would hold them. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Reads the text of the settings file at this path. A block sets the variable that names its file. Rejects with an `Error` whose message names the key, and the nearest known one where it has none. */
export async function readSettings(text: string, names: readonly string[], blocks: Blocks, path: string): Promise<Settings> {
  const document = parseYaml(text);
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) return { variables: {} };
  if (!isMap(document.contents)) throw new Error('must hold keys with values, as http_port: 8700');
  const plain = document.toJS() as Readonly<Record<string, unknown>>;
  const known = new Set(names);
  const variables: Record<string, string> = {};
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block) {
      await checkBlock(name, block, plain[name]);
      setAll(variables, name, { [block.fileVariable]: path });
    } else if (nestedRoots.includes(name)) setAll(variables, name, readNested(name, value));
    else if (!known.has(name.toUpperCase()) || name !== name.toLowerCase() || name.toUpperCase() === ownVariable)
      throw new Error(unknownKey(name, names, blocks));
    else {
      const text = variableText(name, value as Node | null, plain[name]);
      if (text !== null) setAll(variables, name, { [name.toUpperCase()]: text });
    }
  }
  return { variables };
}

/** Keys whose variables hold JSON. */
const jsonKeys: ReadonlySet<string> = new Set(['profile_schema']);

/** Keys whose variables hold pairs, as gpt-*=https://host/v1, separated by commas; in a file they may be keys with values. */
const pairKeys: ReadonlySet<string> = new Set(['upstreams']);

/** A value as its variable has it; `null`: it sets nothing. Keys of YAML may stand for JSON and for pairs. */
function variableText(name: string, value: Node | null, plain: unknown): string | null {
  if (!isMap<Node, Node | null>(value)) return textOf(name, value);
  if (jsonKeys.has(name)) return JSON.stringify(plain);
  if (pairKeys.has(name)) return value.items.map((pair) => pairText(name, pair)).join(', ');
  return textOf(name, value);
}

function pairText(name: string, { key, value }: Pair<Node, Node | null>): string {
  const pattern = textOf(name, key) ?? '';
  const text = textOf(`${name}.${pattern}`, value);
  if (text === null || /[,\s]/.test(text)) throw new Error(`${name}.${pattern}: must be an address`);
  return `${pattern}=${text}`;
}

/** A variable that has two names in a file must not be given by both. */
function setAll(variables: Record<string, string>, key: string, given: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(variables, name)) throw new Error(`${key}: ${name.toLowerCase()} is given twice`);
    variables[name] = value;
  }
}

function unknownKey(name: string, names: readonly string[], blocks: Blocks): string {
  if (name.toUpperCase() === ownVariable) return `${name}: a file cannot say where it lies; set ${ownVariable} or --config-file`;
  const nearest = nearestName(name.toLowerCase(), keysOf(names, blocks));
  return `${name}: is not known${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}

async function checkBlock(name: string, block: Block, value: unknown): Promise<void> {
  try {
    await block.check(value);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
