import { build } from 'esbuild';
import { root } from './root.ts';

/** Writes the client as one module that imports nothing. `minify` shortens names, too; what is packed has them whole, so that a stack can be read. */
export async function bundleClient(outfile: string, { minify = false }: { readonly minify?: boolean } = {}): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/client/src/index.ts'],
    outfile,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: minify,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
