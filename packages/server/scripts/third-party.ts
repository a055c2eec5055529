import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../client/scripts/root.ts';

/** A package of others that is in the bundle. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it. */
  readonly licence: string;
  readonly author: string;
  /** What its files of licences and notices say; empty: it has none. */
  readonly texts: readonly string[];
}

/** Licences under which others' code may be passed on beside ours. */
const accepted = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'MIT']);

/** The packages that these modules are of, by name. Throws an `Error` that names those under a licence that is not accepted. */
export async function bundledPackages(modules: readonly string[]): Promise<readonly ThirdParty[]> {
  const folders = new Set(modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const found = await Promise.all([...folders].map((folder) => thirdParty(join(root, folder))));
  const refused = found.filter(({ licence }) => !isAccepted(licence));
  if (refused.length > 0)
    throw new Error(`Not accepted: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`);
  return found.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Of several to choose from ("MIT or MPL-2.0") one is enough. */
function isAccepted(licence: string): boolean {
  return licence
    .replace(/^\((.*)\)$/, '$1')
    .split(/ or /i)
    .some((one) => accepted.has(one));
}

async function thirdParty(folder: string): Promise<ThirdParty> {
  const { name, version, license, licenses, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = globSync(['{LICENSE,LICENCE,NOTICE,COPYING}*', '{license,licence,notice}*'], { cwd: folder }).sort();
  const texts = await Promise.all([...new Set(files)].map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0) texts.push(...(await licenceChapter(folder)));
  const licence = license?.type ?? license ?? licenses?.[0]?.type ?? 'none';
  return { name, version, licence, author: author?.name ?? author ?? '', texts };
}

/** Where there is no such file, the README may have a chapter of it. */
async function licenceChapter(folder: string): Promise<readonly string[]> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '');
  const [, chapter] = /^#+ licen[cs]e\s+(.*)/ims.exec(readme) ?? [];
  return chapter === undefined ? [] : [chapter];
}
