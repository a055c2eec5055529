/** Packs the server and the client: `dist/agent-mem-server-<version>.tgz` and `dist/agent-mem-client-<version>.tgz`. An argument names another folder than `dist`. */
import { resolve } from 'node:path';
import { packClient } from '../../client/scripts/pack-client.ts';
import { packInto } from './pack-into.ts';

const [folder = 'dist'] = process.argv.slice(2);
for (const pack of [packInto, packClient]) console.log(`Packed ${await pack(resolve(folder))}`);
