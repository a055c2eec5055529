import type { Profiler } from 'node:inspector';
import { expect, it } from 'vitest';
import { coveredFiles } from './covered-files.ts';

const script = (url: string, ...counts: number[]): Profiler.ScriptCoverage => ({
  scriptId: url,
  url,
  functions: counts.map((count) => ({
    functionName: '',
    isBlockCoverage: true,
    ranges: [
      { startOffset: 0, endOffset: 9, count },
      { startOffset: 1, endOffset: 2, count: 7 },
    ],
  })),
});

it('names our own sources of which a function has run', () => {
  const scripts = [
    script('file:///r/services/facts/src/b.ts', 0, 1),
    script('file:///r/packages/contract/src/a.ts', 2),
    script('file:///r/packages/contract/src/loaded-only.ts', 0, 0),
    script('file:///r/bench/main.ts', 1),
    script('file:///r/packages/contract/node_modules/x/index.ts', 1),
    script('file:///elsewhere/packages/c.ts', 1),
    script('node:fs', 1),
  ];
  expect(coveredFiles(scripts, '/r/')).toEqual(['packages/contract/src/a.ts', 'services/facts/src/b.ts']);
});
