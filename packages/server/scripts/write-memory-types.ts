/**
 * Writes `src/generated/memory-services.ts`: the services as members of what `openMemory` gives, for those operations that have a handler.
 * With `--check` it writes nothing and exits 1 if the file would change.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { hostedServices } from '@agent-mem/fleet';
import { loadProtoRoot } from '../../contract/scripts/proto-root.ts';
import { memoryModule } from './memory-module.ts';

const generated = new URL('../src/generated/memory-services.ts', import.meta.url);
const { services } = await hostedServices([]);
const text = memoryModule(
  loadProtoRoot(),
  services.map(({ name, handlers }) => ({ name, operations: Object.keys(handlers) })),
);

if (!process.argv.includes('--check')) await writeFile(generated, text);
else if ((await readFile(generated, 'utf8')) !== text) {
  console.error('out of date: memory-services.ts; run: npm run generate');
  process.exitCode = 1;
}
