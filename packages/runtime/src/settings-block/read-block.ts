import { readFile } from 'node:fs/promises';
import { parseYaml } from '../files/parse-yaml.ts';

/** Reads one block, such as `tools:`, of a file in YAML, and has it opened. Rejects with an `Error` whose message names the file, the block and the member that is wrong. */
export async function openBlock<Opened>(path: string, name: string, open: (block: unknown) => Opened): Promise<Opened> {
  try {
    const block = blockOf(await readFile(path, 'utf8'), name);
    return opened(name, block, open);
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}

function blockOf(text: string, name: string): unknown {
  const members: unknown = parseYaml(text).toJS();
  const block = Object.entries(typeof members === 'object' && members !== null ? members : {}).find(([key]) => key === name);
  if (!block) throw new Error(`${name}: is missing`);
  return block[1];
}

function opened<Opened>(name: string, block: unknown, open: (block: unknown) => Opened): Opened {
  try {
    return open(block);
  } catch (cause) {
    throw new Error(`${name}: ${(cause as Error).message}`, { cause });
  }
}
