import { readFile } from 'node:fs/promises';

const page = new URL('../../docs/guides/kubernetes.md', import.meta.url);

/** What the word behind `sh` says of a block of commands. */
const needs = {
  '': 'the API server',
  ask: 'a fleet that answers on port 8700, with KEY set',
  build: 'a container engine',
  nodes: 'nodes that run pods',
} as const;

type Need = keyof typeof needs;

/** Commands of docs/guides/kubernetes.md as they stand there, and what they need. */
export interface Block {
  readonly needs: Need;
  readonly commands: readonly string[];
}

/** The blocks of the page, in their order. Throws for one that does not say what it needs. */
export async function blocksOfPage(): Promise<readonly Block[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', body = '']) => {
    const need = info.replace(/^sh ?/, '');
    if (!info.startsWith('sh') || !isNeed(need)) throw new Error(`docs/guides/kubernetes.md has a block of "${info}"`);
    return { needs: need, commands: body.split('\n').filter((line) => line !== '') };
  });
}

function isNeed(text: string): text is Need {
  return Object.hasOwn(needs, text);
}
