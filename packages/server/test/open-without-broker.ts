import { openMemory } from '../src/index.ts';

/* Opens memory on a broker that takes nobody: between the attempts nothing but the opening holds this process. */

const [dataDir, brokerUrl] = process.argv.slice(2);
await using _ = await openMemory({ dataDir, environment: { BUS_URL: brokerUrl, LOG_LEVEL: 'silent' } });
