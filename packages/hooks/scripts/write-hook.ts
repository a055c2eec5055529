import { writeFile } from 'node:fs/promises';
import { bundleHook } from './bundle-hook.ts';

await writeFile(new URL('../plugin/hooks/agent-mem.mjs', import.meta.url), await bundleHook());
