import { readFile } from 'node:fs/promises';

/** The code of one language in docs/guides/trustgraph.md, block by block, of the section with this heading. */
export async function documented(heading: string, language: string): Promise<readonly string[]> {
  const page = await readFile(new URL('../../docs/guides/trustgraph.md', import.meta.url), 'utf8');
  const [section = ''] = page.split(`\n${heading}\n`)[1]?.split(/\n## /) ?? [];
  const blocks = [...section.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, of, code]) => (of === language ? [code ?? ''] : []));
  if (blocks.length === 0) throw new Error(`docs/guides/trustgraph.md has no ${language} under "${heading}"`);
  return blocks;
}
