import { editDistance, nearestName } from '@agent-mem/contract';
import type { Blocks } from './blocks.ts';

/** What a settings file says. */
export interface Settings {
  /** Values by the variables' names, as the environment would hold them. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the blocks' owners made of theirs, by key. */
  readonly blocks: Readonly<Record<string, unknown>>;
}

/** The variable that names the file itself: a file cannot say where it lies. */
const ownVariable = 'CONFIG_FILE';

/** Reads the text of a settings file. Throws an `Error` whose message names the key, and the nearest known one where it has none. */
export async function readSettings(text: string, names: readonly string[], blocks: Blocks): Promise<Settings> {
  const { isMap, isScalar, parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem) throw new Error(`is no YAML: ${problem.message}`);
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null))
    return { variables: {}, blocks: {} };
  if (!isMap(document.contents)) throw new Error('must hold keys with values, as http_port: 8700');
  const plain = document.toJS() as Readonly<Record<string, unknown>>;
  const known = new Set(names);
  const variables: Record<string, string> = {};
  const parsed: Record<string, unknown> = {};
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : String(key);
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block) parsed[name] = parseBlock(name, () => block.parse(plain[name]));
    else if (!known.has(name.toUpperCase()) || name !== name.toLowerCase() || name.toUpperCase() === ownVariable)
      throw new Error(unknownKey(name, names, blocks));
    else if (value !== null && !isScalar(value)) throw new Error(`${name}: must be a text, a number, true or false`);
    // A number stays as it was written: a key such as 0012 is a text to its variable.
    else if (isScalar(value) && value.value !== null)
      variables[name.toUpperCase()] = typeof value.value === 'string' ? value.value : (value.source ?? String(value.value));
  }
  return { variables, blocks: parsed };
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

function unknownKey(name: string, names: readonly string[], blocks: Blocks): string {
  if (name.toUpperCase() === ownVariable) return `${name}: a file cannot say where it lies; set ${ownVariable} or --config-file`;
  const nearest = nearestName(name.toLowerCase(), keysOf(names, blocks));
  return `${name}: is not known${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}

function keysOf(names: readonly string[], blocks: Blocks): readonly string[] {
  return [...names.filter((name) => name !== ownVariable).map((name) => name.toLowerCase()), ...Object.keys(blocks)];
}

function parseBlock(name: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
