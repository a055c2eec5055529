import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../client/scripts/root.ts';

/** Packages that the user installs who wants what they are for: both have parts that are made for one kind of machine. */
export const optionalPeers = { 'pulsar-client': '>=1.18.0', 'onnxruntime-node': '>=1.20.0' };

/** The package.json of the package: no dependencies, since they are in the bundle. */
export async function manifest(): Promise<object> {
  const { name, version, description } = JSON.parse(await readFile(join(root, 'packages/server/package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license: 'Apache-2.0',
    keywords: ['agent', 'llm', 'memory', 'pulsar', 'trustgraph'],
    type: 'module',
    engines: { node: '>=24' },
    bin: { 'agent-mem': 'bin/agent-mem.cjs' },
    exports: {
      '.': { types: './types/server/index.d.ts', default: './lib/index.js' },
      './package.json': './package.json',
    },
    peerDependencies: optionalPeers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optionalPeers).map((peer) => [peer, { optional: true }])),
  };
}
