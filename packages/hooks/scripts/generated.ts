import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** The hook's file: one module that imports Node's own alone. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['src/hook/main.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'utf8',
    banner: {
      js: '// The hook of agent-mem, made from packages/hooks/src/hook by "npm run generate". It asks the fleet at AGENT_MEM_URL and nobody else.',
    },
  });
  const text = outputFiles.map((output) => output.text).join('');
  return new Map([[new URL('../plugin/hooks/agent-mem.mjs', import.meta.url), text]]);
}
