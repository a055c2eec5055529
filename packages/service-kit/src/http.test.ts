import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { createHttpServer } from './http.ts';

it('is closed when its last request is answered, though the client would keep the connection', async () => {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const http = createHttpServer({
    async ready() {
      asked.resolve();
      await gate.promise;
      return { ready: true, reasons: [] };
    },
    sample: async () => undefined,
    registry: new Registry(),
    // Longer than this test may take.
    drainMs: 600_000,
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${http.address?.port}/health`;
  const answered = fetch(`${url}/ready`);
  await asked.promise;
  const closed = http[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(fetch(`${url}/live`)).rejects.toThrow());
  gate.resolve();
  const response = await answered;
  expect([response.status, await response.json()]).toEqual([200, { ready: true, reasons: [] }]);
  await closed;
});
