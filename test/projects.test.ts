import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFiles } from './projects.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const projects = testFiles();

it('every test file is in one project', () => {
  const there = globSync('**/*.{test,spec}.*', { cwd: root, exclude: ['**/node_modules'] });
  expect(Object.values(projects).flat().toSorted()).toEqual(there.toSorted());
});

it('what has a folder test/ in a package, an adapter or a service is no unit test', () => {
  expect(projects.unit.filter((file) => /^(packages|services)\/.*\/test\//.test(file))).toEqual([]);
});

it('no unit or service test starts the program or a server of the machine', () => {
  const starts = /from '[./]*\/(test\/)?(live\/.*\/|live\/tools|process\/)/;
  const alone = [...projects.unit, ...projects.service];
  expect(alone.filter((file) => starts.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
});
