import { startFleet, type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { scenarios } from './scenarios/scenarios.ts';

describe('a fleet on memory', () => scenarios({ start: startFleet, isDurable: false, isTurned: true }));

describe('a fleet on SQLite', () => {
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory();
  });
  afterAll(() => directory[Symbol.asyncDispose]());

  scenarios({
    start: (options) => startFleet({ bus: 'sqlite', directory: directory.path, ...options }),
    isDurable: true,
    isTurned: true,
  });
});
