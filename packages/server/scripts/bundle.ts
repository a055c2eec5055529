import { build, type Metafile } from 'esbuild';
import { root } from '../../client/scripts/root.ts';
import { optionalPeers } from './manifest.ts';

/** Modules from CommonJS ask for these, and ES modules have none of them. */
const commonJs = `import { createRequire as createRequire$ } from 'node:module';
const require = createRequire$(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Writes the program and the library into a folder, with all that they import but the optional peers. What is imported when it is
 * wanted is a file of its own, so that a start reads no adapter that it does not use. Resolves with what is in which file.
 */
export async function bundle(folder: string): Promise<Metafile['outputs']> {
  const { metafile, warnings } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'packages/server/src/main.ts', index: 'packages/server/src/index.ts' },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    // A package that has modules too is taken by those: what requires by a variable (UMD) cannot be bundled.
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node24',
    external: Object.keys(optionalPeers),
    banner: { js: commonJs },
    // Names stay, so that a stack in the log can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  if (warnings.length > 0) throw new Error('esbuild warns of what would fail when it runs');
  return metafile.outputs;
}
