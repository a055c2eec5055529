/** Makes the package in `dist/package` and packs it: `dist/agent-mem-server-<version>.tgz`. An argument names another folder than `dist`. */
import { resolve } from 'node:path';
import { packInto } from './pack-into.ts';

const [folder = 'dist'] = process.argv.slice(2);
console.log(`Packed ${await packInto(resolve(folder))}`);
