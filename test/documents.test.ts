import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = globSync('{*.md,{.github,bench,deploy,docs,examples,packages,services,test}/**/*.md}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).map((path) => path.replaceAll('\\', '/'));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

it.each(pages)('every relative link of %s leads to a file and a heading', (page) => {
  const links = [...withoutCode(textOf(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)];
  const broken = links.flatMap(([link, path = '', anchor = '']) => {
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(root, target))) return [link];
    return anchor === '' || anchorsOf(textOf(target)).includes(anchor) ? [] : [link];
  });
  expect(broken).toEqual([]);
});

// A decision speaks of its day: what it names may have moved since.
it.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
  'every path of the repository that %s names exists',
  (page) => {
    const named = [
      ...textOf(page).matchAll(/`((?:bench|deploy|docs|examples|packages|proto|scripts|services|test)\/[\w./-]+)`/g),
    ];
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => ![root, join(root, dirname(page))].some((folder) => existsSync(join(folder, path))) && !written(path));
    expect(missing).toEqual([]);
  },
);

const sources = globSync('{bench,packages,services,test}/**/*.ts', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).map((path) => `/${path.replaceAll('\\', '/')}`);

it.each(pages.filter((page) => /^(packages|services)\//.test(page)))('every source file that %s names exists', (page) => {
  const named = [...textOf(page).matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.test)?\.ts)`/g)].map(([, path = '']) => path);
  // A name with a folder is of the page's own folder or of the repository, a bare one of any.
  const own = (path: string) => sources.filter((source) => !path.includes('/') || source.startsWith(`/${dirname(page)}/`));
  const missing = named.filter(
    (path) => !sources.includes(`/${path}`) && !own(path).some((source) => source.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});

it.each(['packages', 'services'])('packages/README.md has a line for each folder of %s, and no other', (parent) => {
  const folders = globSync(`${parent}/**/package.json`, { cwd: root, exclude: (path) => path.includes('node_modules') });
  const listed = [...textOf('packages/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| \S.* \|$/gm)]
    .map(([, path = '']) => normalize(join('packages', path)))
    .filter((path) => path.startsWith(`${parent}/`));
  expect(listed.toSorted()).toEqual(folders.map((path) => dirname(path)).toSorted());
});

it('docs/index.md has a line for each page of docs', () => {
  const listed = [...textOf('docs/index.md').matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S.*$/gm)].map(
    ([, path = '']) => `docs/${path}`,
  );
  const own = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md' && !page.startsWith('docs/decisions/'));
  expect(listed.filter((path) => path.endsWith('.md')).toSorted()).toEqual(own.toSorted());
});

it('every file that docs/explanation/a-request.md names exists', () => {
  const files = globSync('{packages,services}/**/src/**/*.ts', { cwd: root, exclude: (path) => path.includes('node_modules') });
  const named = [...textOf('docs/explanation/a-request.md').matchAll(/`(?!packages|services)([\w-]+)\/([\w/.-]+\.ts)`/g)];
  const ends = named.map(([, owner = '', path = '']) => `/${owner}/src/${path}`);
  expect(ends.length).toBeGreaterThan(30);
  expect(ends.filter((end) => !files.some((file) => `/${file}`.replaceAll('\\', '/').endsWith(end)))).toEqual([]);
});

it('the glossary has at most 30 terms of one sentence each', () => {
  const terms = [...textOf('docs/glossary.md').matchAll(/^\| \*\*(.+)\*\* \| (.+) \|$/gm)];
  expect(terms.length).toBeGreaterThan(10);
  expect(terms.length).toBeLessThanOrEqual(30);
  for (const [, term, sentence = ''] of terms) expect([term, sentence.match(/\.(?=\s|$)/g)]).toEqual([term, ['.']]);
});

it('the README has at most 100 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
});

it('the README says how what it calls is installed, by files that there are', () => {
  const readme = textOf('README.md');
  const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
  for (const line of ['npm run package', `npm install -g ./dist/agent-mem-server-${version}.tgz`, 'pip install ./clients/python'])
    expect(readme).toContain(`\`${line}\``);
  // Inside of the checkout, whose folders are pnpm's, npm installs nothing but globally.
  expect(pages.filter((page) => textOf(page).includes('npm install ./'))).toEqual([]);
  const installed = pages.flatMap((page) => [...textOf(page).matchAll(/\bdist\/agent-mem-(?:server|client)-(\d[\w.-]*)\.tgz/g)]);
  expect(new Set(installed.map(([, named]) => named))).toEqual(new Set([version]));
  expect(existsSync(join(root, 'clients/python/pyproject.toml'))).toBe(true);
});

/** Files that a command writes, or that a user makes. */
function written(path: string): boolean {
  return /^(deploy\/(\.env|fleet\.env)|test\/upgrade\/data.*)$/.test(path);
}

/** Blocks of code hold brackets that are no links. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`(?!\]|\()/g, (code) => code.replaceAll('](', ''));
}

/** As GitHub makes anchors of headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')}`,
  );
}
