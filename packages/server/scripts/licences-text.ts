import type { ThirdParty } from './third-party.ts';

const rule = '-'.repeat(80);

/** The text of THIRD-PARTY-LICENSES. */
export function licencesText(packages: readonly ThirdParty[]): string {
  const list = packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  return [
    'This package is agent-mem under the Apache License 2.0 (LICENSE). These packages are in its files, each under its own licence.',
    'The table of embeddings has its licences and notices beside it, in table/.',
    list.join('\n'),
    ...packages.map(section),
  ].join('\n\n');
}

function section({ name, version, licence, author, texts }: ThirdParty): string {
  const by = author === '' ? '' : `, by ${author}`;
  const said = texts.length > 0 ? texts.map((text) => text.trim()).join('\n\n') : `Its package names the licence alone${by}.`;
  return `${rule}\n${name} ${version} (${licence})\n${rule}\n\n${said}`;
}
