/** Writes `src/generated/memory-services.ts`, which a test holds against the proto and the handlers. */
import { writeFile } from 'node:fs/promises';
import { memoryTypes, memoryTypesFile } from './memory-types.ts';

await writeFile(memoryTypesFile, await memoryTypes());
