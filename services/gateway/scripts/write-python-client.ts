/** Writes clients/python/src/agent_mem/generated from the OpenAPI document. With `--check`: ends with 1 and names what differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../src/openapi/document.ts';
import type { Described } from '../src/reference-page/described.ts';
import { modelsModule } from './python/models-module.ts';
import { operationsModule } from './python/operations-module.ts';

const folder = new URL('../../../clients/python/src/agent_mem/generated/', import.meta.url);
// Its types say what the document has of what is read here.
const document = openApiDocument({ version: '', isOpen: false }) as Described;
const modules = { 'models.py': modelsModule(document), 'operations.py': operationsModule(document) };

for (const [name, text] of Object.entries(modules)) {
  const file = new URL(name, folder);
  if (readIfThere(file) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file.pathname} differs from the contract: run npm run generate`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}

function readIfThere(file: URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
