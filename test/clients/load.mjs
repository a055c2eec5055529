import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A package of the folder that CLIENT_MODULES names. */
export function load(name) {
  const require = createRequire(join(process.env.CLIENT_MODULES, 'any.js'));
  return import(pathToFileURL(require.resolve(name)).href);
}
