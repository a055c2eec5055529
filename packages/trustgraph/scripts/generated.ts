import { readFile } from 'node:fs/promises';
import { ibisTemplate } from './ibis-template.ts';

/** The prompts that the agent asks of a flow's prompt service. */
const names = ['react'];

/** Our prompts, as entries of TrustGraph's configuration in the folder of their config type. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  const entries = names.map(async (name) => {
    const mustache = (await templateOf(name)).replace('{{> memory}}\n', await templateOf('memory'));
    const id = `agent-mem-${name}`;
    const entry = { id, prompt: ibisTemplate(mustache), 'response-type': 'text' };
    const file = new URL(`../../../deploy/trustgraph/prompts/prompt/template.${id}.json`, import.meta.url);
    return [file, `${JSON.stringify(entry, null, 2)}\n`] as const;
  });
  return new Map(await Promise.all(entries));
}

function templateOf(name: string): Promise<string> {
  return readFile(new URL(`../../llm/templates/${name}.mustache`, import.meta.url), 'utf8');
}
