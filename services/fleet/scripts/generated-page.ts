import { commandLinePage } from '../src/command-line/page.ts';

/** What the commands print by `--help`. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  return new Map([[new URL('../../../docs/reference/command-line.md', import.meta.url), await commandLinePage()]]);
}
