import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server that answers prompts of steps by a list, and has nothing to learn. */
export async function startScriptedServer(answers: readonly string[]): Promise<AsyncDisposable & { readonly url: string }> {
  let next = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const isStep = body.includes('Final Answer');
    const content = isStep ? (answers[next++] ?? 'Final Answer: none') : '[]';
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [choice] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
