// Opens the data file of a folder, says so, and holds it until it is killed.
import { openEmbeddedFile } from '../../src/file/index.ts';

const file = await openEmbeddedFile(process.argv[2] ?? '');
process.stdout.write(`holding ${file.path}\n`);
setInterval(() => undefined, 60_000);
