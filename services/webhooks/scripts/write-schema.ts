/** Writes docs/reference/webhooks.schema.json. With `--check`: ends with 1 if it differs. */
import { readFile, writeFile } from 'node:fs/promises';
import { settingsSchema } from '../src/settings/index.ts';

const file = new URL('../../../docs/reference/webhooks.schema.json', import.meta.url);
const text = `${JSON.stringify(settingsSchema, null, 2)}\n`;

if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/reference/webhooks.schema.json differs from the settings: run npm run generate');
    process.exitCode = 1;
  } else await writeFile(file, text);
}
