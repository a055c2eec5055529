import { readFile } from 'node:fs/promises';
import { expanded } from './expand.ts';

/** A text that holds something that should not be kept. */
export interface Sensitive {
  readonly kind: string;
  readonly text: string;
  /** What must not be left of it. */
  readonly secret: string;
}

/** The texts with something in them. */
export async function loadSensitive(): Promise<readonly Sensitive[]> {
  return (await linesOf('sensitive.txt')).map((line, number) => {
    const [, kind = '', marked = ''] = /^(\S+) \| (.*)$/s.exec(line) ?? [];
    const text = expanded(marked, number);
    const [, secret = ''] = /⟦(.*)⟧/s.exec(text) ?? [];
    return { kind, text: text.replace(/[⟦⟧]/g, ''), secret };
  });
}

/** The texts with nothing in them. */
export async function loadHarmless(): Promise<readonly string[]> {
  let number = 0;
  return (await linesOf('harmless.txt')).flatMap((line) => {
    const [, count, text = ''] = /^(?:(\d+)x )?(.*)$/s.exec(line) ?? [];
    return Array.from({ length: Number(count ?? 1) }, () => expanded(text, 10_000 + number++));
  });
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`data/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
}
