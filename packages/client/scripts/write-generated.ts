import { writeFile } from 'node:fs/promises';
import { generatedModules } from './generated-modules.ts';

for (const [file, text] of await generatedModules()) await writeFile(file, text);
