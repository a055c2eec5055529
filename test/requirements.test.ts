import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { requirements } from './requirements.ts';

const cited = globSync('**/*.ts', {
  cwd: import.meta.dirname,
  exclude: ['node_modules/**', 'requirements.test.ts', 'verifies.ts'],
})
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .flatMap((text) => [...text.matchAll(/verifies\(([^)]*)\)/g)])
  .flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/g)])
  .map(([, id]) => id);

it('every requirement is held by a test, and tests cite no other', () => {
  expect([...new Set(cited)].sort()).toEqual(Object.keys(requirements).sort());
});
