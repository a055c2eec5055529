/**
 * Writes `src/generated/` from `proto/`: `messages.ts` (types), `services.ts` (operations) and `root.json` (for codecs and checks).
 * With `--check` it writes nothing and exits 1 if a file would change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messagesModule } from './messages-module.ts';
import { loadProtoRoot } from './proto-root.ts';
import { servicesModule } from './services-module.ts';

const root = loadProtoRoot();
const files: Record<string, string> = {
  'messages.ts': messagesModule(root),
  'services.ts': servicesModule(root),
  'root.json': `${JSON.stringify(root.toJSON({ keepComments: true }), withoutNoise, 1)}\n`,
};

const stale = Object.entries(files).filter(([name, text]) => {
  const path = fileURLToPath(new URL(`../src/generated/${name}`, import.meta.url));
  if (readIfThere(path) === text) return false;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  return true;
});

if (process.argv.includes('--check') && stale.length > 0) {
  console.error(`out of date: ${stale.map(([name]) => name).join(', ')}; run: npm run generate`);
  process.exitCode = 1;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Leaves out what protobufjs derives again from the rest. */
function withoutNoise(key: string, value: unknown): unknown {
  return key === 'parsedOptions' || (key === 'comment' && value === null) ? undefined : value;
}
