/** Makes what a container image holds, in the folder that is named. */
import { resolve } from 'node:path';
import { makeProgram } from './make-program.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder to make the program in');
await makeProgram(resolve(folder));
