/** Writes every generated file anew: `npm run generate`. */
import { writeFile } from 'node:fs/promises';
import { generators } from './generators.ts';

for (const load of generators) {
  const { generated } = await load();
  for (const [file, text] of await generated()) await writeFile(file, text);
}
