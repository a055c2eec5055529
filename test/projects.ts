import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Where test files may be. */
const positions = '{packages,services,test,bench,examples,scripts}/**/*.test.ts';

/**
 * A test file by what it needs. `unit`: one source file, and Node. `service`: a service or a package, on ports in memory or embedded.
 * `contract`: the real server of an adapter. `system`: the whole program, in processes, with servers and stock clients, or measured on a data set.
 */
export const projectNames = ['unit', 'service', 'contract', 'system'] as const;

/** One of `projectNames`. */
export type ProjectName = (typeof projectNames)[number];

/** The test files of each project, from the root of the repository. Each is in one. */
export function testFiles(): Readonly<Record<ProjectName, readonly string[]>> {
  const files = globSync(positions, { cwd: root, exclude: ['**/node_modules'] }).map((file) => file.replaceAll('\\', '/'));
  const of = (project: ProjectName) => files.filter((file) => projectOf(file) === project).toSorted();
  return { unit: of('unit'), service: of('service'), contract: of('contract'), system: of('system') };
}

function projectOf(file: string): ProjectName {
  // Directly in test/ are rules about the repository, which need Node alone.
  if (/^(examples|test\/.+)\//.test(file) || /^bench\/.+\/run\.test\.ts$/.test(file)) return 'system';
  if (/^import .*\bdescribeLive\b/m.test(readFileSync(`${root}${file}`, 'utf8'))) return 'contract';
  return /^(packages|packages\/adapters|services)\/[^/]+\/test\//.test(file) ? 'service' : 'unit';
}
