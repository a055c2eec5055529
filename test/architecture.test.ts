import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const ports = ['messaging', 'storage', 'llm'];
const adapters = globSync('packages/adapters/*', { cwd: root }).map((folder) => folder.split('/').at(-1) ?? '');
/** From below upwards: each may import those before it. */
const layers = [
  'runtime',
  'vault',
  'access',
  'observability',
  'policy',
  'recall',
  'retention',
  'maintenance',
  'service-kit',
  'memory-tools',
  'mcp',
  'proxy',
  'hooks',
  'agent-loop',
  'tools',
];
const stores = /^(@qdrant\/|ioredis$|neo4j-driver|pg$|postgres$|pulsar-client$|ws$|openai|node:sqlite$)/;

interface Import {
  readonly file: string;
  readonly from: string;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
}

/** Who may import what, by folder: the ranks of the architecture. */
const rules: { readonly rank: number; readonly folders: RegExp; readonly may: (name: string, found: Import) => boolean }[] = [
  {
    rank: 0,
    folders: /^packages\/contract$/,
    may: (name, found) => /^(protobufjs|uuid)(\/|$)/.test(name) || (name === '@grpc/grpc-js' && found.typeOnly),
  },
  {
    rank: 1,
    folders: new RegExp(`^packages/(${ports.join('|')})$`),
    may: (name) => ours(name) === 'contract' || (!ours(name) && !stores.test(name)),
  },
  {
    rank: 2,
    folders: new RegExp(`^packages/(${layers.join('|')})$`),
    may: (name, found) => {
      const package_ = ours(name);
      if (!package_) return !stores.test(name);
      const own = layers.indexOf(found.file.split('/')[1] ?? '');
      return package_ === 'contract' || ports.includes(package_) || layers.slice(0, own).includes(package_);
    },
  },
  {
    rank: 2,
    folders: /^packages\/(adapters\/.+|trustgraph|client)$/,
    may: (name) => {
      const package_ = ours(name);
      // Of recall an adapter sees the pure half, the same analysis that the services use.
      return !package_ || ['contract', 'runtime', ...ports].includes(package_) || name === '@agent-mem/recall/ranking';
    },
  },
  {
    rank: 3,
    folders: /^services\/(?!fleet$).+$/,
    may: (name, found) => {
      const package_ = ours(name);
      if (!package_) return !stores.test(name);
      const isWire = package_ === 'trustgraph' && found.file.startsWith('services/trustgraph/');
      return isWire || ['contract', 'messaging', 'storage', 'llm', ...layers].includes(package_);
    },
  },
  {
    rank: 4,
    folders: /^(services\/fleet|packages\/(testing|server))$/,
    may: (name, found) =>
      found.lazy ||
      found.typeOnly ||
      !found.file.startsWith('services/fleet/') ||
      !adapters.includes(ours(name) ?? '') ||
      // What these load is ours: none of it is a client.
      /^@agent-mem\/(.+\/variables|pulsar|sqlite\/file)$/.test(name),
  },
];

describe('imports go only downwards', () => {
  const folders = globSync(['packages/!(adapters)', 'packages/adapters/*', 'services/*'], {
    cwd: root,
    exclude: ['**/*.md'],
  }).sort();

  it('every folder has a rank', () => {
    expect(folders.filter((folder) => !rules.some((rule) => rule.folders.test(folder)))).toEqual([]);
  });

  it.each(folders)('%s', (folder) => {
    const rule = rules.find((candidate) => candidate.folders.test(folder));
    const own = folder.split('/').at(-1);
    const refused = importsOf(folder).filter((found) => {
      const name = found.from;
      return !name.startsWith('.') && ours(name) !== own && !isBuiltIn(name) && !rule?.may(name, found);
    });
    expect(refused).toEqual([]);
  });
});

describe('what is pure imports nothing of ours but the contract', () => {
  it.each([
    'packages/recall/src/excerpt',
    'packages/recall/src/names',
    'packages/recall/src/ranking',
    'packages/policy/src/detectors',
    'packages/policy/src/injection',
    'packages/proxy/src',
  ])('%s', (folder) => {
    const files = importsIn(globSync(`${folder}/**/*.ts`, { cwd: root }));
    expect(files.filter(({ from }) => (ours(from) ?? 'contract') !== 'contract' || from.startsWith('node:fs'))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });
});

it.each(['packages/service-kit', 'services/agent', 'services/gateway'])('%s knows flows, and not whose they are', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,json,md}`, { cwd: root, exclude: ['**/node_modules/**'] });
  expect(files.filter((file) => /trustgraph/i.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
});

describe('a service folder', () => {
  const services = globSync('services/*', { cwd: root }).filter((folder) => folder !== 'services/fleet');

  it.each(services)('%s has a README and starts at src/', (folder) => {
    const files = globSync(`${folder}/{README.md,src/index.ts}`, { cwd: root }).sort();
    expect(files).toEqual([`${folder}/README.md`, `${folder}/src/index.ts`]);
  });

  it.each(services)('%s tells its promise and its variables', (folder) => {
    expect(readFileSync(`${root}${folder}/README.md`, 'utf8')).toMatch(/^## Promise\n[\s\S]*^## Variables\n/m);
  });
});

describe('files and folders are small', () => {
  /** What is over a limit now; a name goes when its folder or file is cut. */
  const exceptions = {
    folders: [] as string[],
    files: [] as string[],
  };
  const isWordTable = (file: string) => file === 'packages/policy/src/injection/english.ts';
  const isLeftOut = (name: string) => /^(node_modules|generated|test|contract-suite|data|lib|dist)$/.test(name);
  const sources = globSync('**/*.ts', { cwd: root, exclude: (path) => isLeftOut(basename(path)) })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();

  it('no folder holds more than 20 sources directly, but handlers/', () => {
    const folders = Object.groupBy(sources, (file) => dirname(file));
    const over = Object.keys(folders).filter((folder) => (folders[folder]?.length ?? 0) > 20 && basename(folder) !== 'handlers');
    expect(over).toEqual(exceptions.folders);
  });

  it('no source has more than 300 lines, but tables of words', () => {
    const linesOf = (file: string) => readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1;
    const over = sources.filter((file) => linesOf(file) > 300 && !isWordTable(file));
    expect(over).toEqual(exceptions.files);
    expect(sources.length).toBeGreaterThan(500);
  });
});

/** The name of one of our packages, without its path and prefix. */
function ours(name: string): string | null {
  return /^@agent-mem\/([^/]+)/.exec(name)?.[1] ?? null;
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('node:') && name !== 'node:sqlite';
}

function importsOf(folder: string): Import[] {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: root });
  return importsIn(folder === 'services/fleet' ? [...files, 'services/fleet/main.ts'] : files);
}

function importsIn(files: readonly string[]): Import[] {
  const own = files.filter((file) => !/\.test\.ts$|\/contract-suite\//.test(file));
  return own.flatMap((file) => {
    const text = readFileSync(`${root}${file}`, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    const fixed = [...text.matchAll(/(?:^|\n)\s*(import|export)\s+(type\s+)?[^;'"]*?from\s+['"]([^'"]+)['"]/g)];
    const bare = [...text.matchAll(/(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g)];
    const lazy = [...text.matchAll(/import\(\s*['"]([^'"]+)['"]/g)];
    return [
      ...fixed.map((match) => ({ file, from: match[3] as string, typeOnly: match[2] !== undefined, lazy: false })),
      ...bare.map((match) => ({ file, from: match[1] as string, typeOnly: false, lazy: false })),
      ...lazy.map((match) => ({ file, from: match[1] as string, typeOnly: false, lazy: true })),
    ];
  });
}
