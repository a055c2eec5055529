import { Agent, request } from 'node:http';

/** What the bench has a client process send: these bodies to that address, one after another, each when the one before is answered. */
export interface Wanted {
  readonly url: string;
  readonly bodies: readonly string[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.on('message', async ({ url, bodies }: Wanted) => {
  try {
    for (const body of bodies) await post(url, body);
    process.send?.({ error: null });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});

/** A client that costs little: what it takes is not measured, but shares the machine. */
function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.resume();
    });
    asked.on('error', reject).end(body);
  });
}
