import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { diskFinding, nodeFinding, portFindings, roomFinding } from './machine.ts';

it('an older Node is named with what to install', () => {
  expect(nodeFinding('24.11.0')).toMatchObject({ state: 'ok' });
  expect(nodeFinding('22.1.0')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('Node 24') });
});

it.each([
  [50e6, 'fail'],
  [500e6, 'warn'],
  [5e9, 'ok'],
])('%d free bytes are %s', (bytes, state) => {
  expect(roomFinding('/data', bytes)).toMatchObject({ state });
});

it('a folder that is not there yet is judged by what it would be made in, and is not made', async () => {
  await using folder = await temporaryDirectory();
  expect(await diskFinding(`${folder.path}/a/b`)).toMatchObject({ what: 'disk', says: expect.stringContaining('MB free') });
});

it('a file is no folder for data', async () => {
  const file = fileURLToPath(import.meta.url);
  expect(await diskFinding(file)).toMatchObject({ state: 'fail', says: `${file} is no folder` });
});

it('a port that is taken is named by its variable', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const found = await portFindings({
      HOST: '127.0.0.1',
      HTTP_PORT: port,
      GRPC_PORT: 0,
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: port,
    });
    expect(found).toMatchObject([
      { state: 'fail', says: `HTTP_PORT ${port} is taken by another program`, remedy: expect.stringContaining('HTTP_PORT') },
      { state: 'ok', says: 'GRPC_PORT is any free one' },
      { state: 'fail', says: `ADMIN_PORT ${port} is taken by another program`, remedy: expect.stringContaining('ADMIN_PORT') },
    ]);
  } finally {
    server.close();
  }
});
