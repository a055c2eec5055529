/** Writes our prompts into `deploy/trustgraph/prompts`, as entries of TrustGraph's configuration. */
import { mkdir, writeFile } from 'node:fs/promises';
import { promptEntries, promptFolder } from './prompt-entries.ts';

await mkdir(promptFolder, { recursive: true });
for (const [key, entry] of Object.entries(await promptEntries())) {
  await writeFile(new URL(`${key}.json`, promptFolder), `${JSON.stringify(entry, null, 2)}\n`);
}
