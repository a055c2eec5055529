import { readFile } from 'node:fs/promises';
import { ibisTemplate } from './ibis-template.ts';

/** Where they are stored: the folder of a config type. */
export const promptFolder = new URL('../../../deploy/trustgraph/prompts/prompt/', import.meta.url);

/** The prompts that the agent asks of a flow's prompt service. */
const names = ['react'];

/** An entry of config type `prompt`. */
export interface PromptEntry {
  readonly id: string;
  readonly prompt: string;
  readonly 'response-type': 'text';
}

/** By key. */
export async function promptEntries(): Promise<Readonly<Record<string, PromptEntry>>> {
  const entries = names.map(async (name) => {
    const mustache = (await templateOf(name)).replace('{{> memory}}\n', await templateOf('memory'));
    const id = `agent-mem-${name}`;
    return [`template.${id}`, { id, prompt: ibisTemplate(mustache), 'response-type': 'text' }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function templateOf(name: string): Promise<string> {
  return readFile(new URL(`../../llm/templates/${name}.mustache`, import.meta.url), 'utf8');
}
