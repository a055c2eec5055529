import { readFile } from 'node:fs/promises';
import { isJsonObject } from '@agent-mem/contract';
import { parse } from 'yaml';
import { createPrompts, type Prompts } from './prompts.ts';
import { templateNames } from './template-names.ts';

/** Prompts from a YAML or JSON file that maps names of templates to their texts. Throws an `Error` that names the file and what is wrong in it. */
export async function loadPrompts(path: string): Promise<Prompts> {
  const content: unknown = await readFile(path, 'utf8').then(parse).catch(refuse(path));
  if (!isJsonObject(content)) {
    throw new Error(`${path} must map names of prompts to texts; known are ${templateNames.join(', ')}`);
  }
  for (const [name, text] of Object.entries(content)) {
    if (!templateNames.some((known) => known === name)) {
      throw new Error(`${path} has a prompt "${name}"; known are ${templateNames.join(', ')}`);
    }
    if (typeof text !== 'string' || text.trim() === '') throw new Error(`${path}: prompt "${name}" must be a text`);
  }
  try {
    return createPrompts(content);
  } catch (cause) {
    return refuse(path)(cause);
  }
}

function refuse(path: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  };
}
