import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that is asked and never answers. */
export interface SilentModel extends AsyncDisposable {
  readonly url: string;
  /** How many of its callers still wait. */
  readonly open: number;
}

/** Starts it on a free port. */
export async function silentModel(): Promise<SilentModel> {
  let open = 0;
  const server = createServer((_request, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get open() {
      return open;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
