/** Writes docs/reference/command-line.md of what each command's --help prints. With `--check`: ends with 1 if it differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { commandLinePage } from '../src/command-line/page.ts';

const path = new URL('../../../docs/reference/command-line.md', import.meta.url);
const written = await commandLinePage();
if (written !== (await readFile(path, 'utf8').catch(() => null))) {
  if (process.argv.includes('--check')) {
    console.error('docs/reference/command-line.md is not what --help prints: run node services/fleet/scripts/command-line.ts');
    process.exitCode = 1;
  } else await writeFile(path, written);
}
