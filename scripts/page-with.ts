import { readFile } from 'node:fs/promises';

const root = new URL('../', import.meta.url);

/** A page of the repository with these texts between their marks, `<!-- name -->` and `<!-- /name -->`. */
export async function pageWith(path: string, texts: Readonly<Record<string, string>>): Promise<readonly [URL, string]> {
  const file = new URL(path, root);
  let page = await readFile(file, 'utf8');
  for (const [name, text] of Object.entries(texts)) {
    const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!marked.test(page)) throw new Error(`${path} has no marks of ${name}`);
    page = page.replace(marked, (_all, begin: string, end: string) => `${begin}${text}\n${end}`);
  }
  return [file, page];
}
