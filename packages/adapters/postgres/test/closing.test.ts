import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { systemClock } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { openPostgresDetails } from '../src/index.ts';

it('closes while a server that does not answer is asked for a connection', async () => {
  const connected = Promise.withResolvers<Socket>();
  const silent = createServer((socket) => connected.resolve(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  // Longer than this test may take.
  const timeoutMs = 600_000;
  const details = openPostgresDetails({ url: `postgres://u:p@127.0.0.1:${port}/memory`, clock: systemClock, timeoutMs });
  const asked = expect(details.check()).rejects.toMatchObject({ type: 'unavailable' });
  const socket = await connected.promise;
  await details[Symbol.asyncDispose]();
  await asked;
  socket.destroy();
  silent.close();
});
