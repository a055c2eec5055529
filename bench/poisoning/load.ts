import { readFile } from 'node:fs/promises';

/** What somebody would plant. */
export interface Attack {
  readonly kind: string;
  readonly text: string;
}

/** The attacks; `hard` ones nothing here is made for, `held-out` ones were written last and mended nothing. */
export async function loadAttacks(): Promise<readonly Attack[]> {
  return (await linesOf('attacks.txt')).map((line) => {
    const [, kind = '', text = ''] = /^(\S+) \| (.*)$/s.exec(line) ?? [];
    return { kind, text };
  });
}

/** What people really have remembered. */
export async function loadHarmless(): Promise<readonly string[]> {
  return linesOf('harmless.txt');
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`data/${file}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  return lines.map((line) => line.replaceAll('\\n', '\n'));
}
