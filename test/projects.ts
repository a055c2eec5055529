import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Where test files may be. */
const positions = '{packages,services,test,bench,examples,scripts}/**/*.test.ts';

/** A test file by what it needs. `unit`: Node alone. `contract`: the real server of an adapter. `system`: the whole program, in processes, with servers and stock clients. */
export type ProjectName = 'unit' | 'contract' | 'system';

/** The test files of each project, from the root of the repository. Each is in one. */
export function testFiles(): Readonly<Record<ProjectName, readonly string[]>> {
  const files = globSync(positions, { cwd: root, exclude: ['**/node_modules'] }).map((file) => file.replaceAll('\\', '/'));
  const of = (project: ProjectName) => files.filter((file) => projectOf(file) === project).toSorted();
  return { unit: of('unit'), contract: of('contract'), system: of('system') };
}

function projectOf(file: string): ProjectName {
  // Directly in test/ are rules about the repository, which read its files only.
  if (/^(examples|test\/.+)\//.test(file)) return 'system';
  return /^import .*\bdescribeLive\b/m.test(readFileSync(`${root}${file}`, 'utf8')) ? 'contract' : 'unit';
}
