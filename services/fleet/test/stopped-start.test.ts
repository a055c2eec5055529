import { PassThrough } from 'node:stream';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { run } from '../src/command-line/command-line.ts';

test('a process that is stopped while it starts does not say that it listens', async () => {
  await using data = await temporaryDirectory();
  const printed: string[] = [];
  const code = await run(['facts'], {
    environment: { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' },
    input: new PassThrough(),
    output: new PassThrough(),
    print: (line) => void printed.push(line),
    complain: (line) => void printed.push(line),
    untilStopped: () => Promise.resolve(),
  });
  expect(code).toBe(0);
  expect(printed).toEqual(['Stopping: finishing what runs (Ctrl-C again to stop at once)']);
});
