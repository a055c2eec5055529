import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** The text of the hook's file: one module that imports Node's own alone. */
export async function bundleHook(): Promise<string> {
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
  return outputFiles.map(({ text }) => text).join('');
}
