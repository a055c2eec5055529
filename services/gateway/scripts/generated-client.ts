import { openApiDocument } from '../src/openapi/document.ts';
import type { Described } from '../src/reference-page/described.ts';
import { modelsModule } from './python/models-module.ts';
import { operationsModule } from './python/operations-module.ts';

const file = (name: string) => new URL(`../../../clients/python/src/agent_mem/generated/${name}.py`, import.meta.url);

/** What the client for Python has of the OpenAPI document. */
export function generated(): ReadonlyMap<URL, string> {
  // Its types say what the document has of what is read here.
  const document = openApiDocument({ version: '', isOpen: false }) as Described;
  return new Map([
    [file('models'), modelsModule(document)],
    [file('operations'), operationsModule(document)],
  ]);
}
