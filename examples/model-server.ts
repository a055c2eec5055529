import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A server that the agent asks as a model. */
export interface ModelServer extends AsyncDisposable {
  /** For `LLM_URL`. */
  readonly url: string;
}

/** Starts an OpenAI-compatible server whose model goes by rules: `reply` says its next words on a prompt. */
export async function modelServer(reply: (prompt: string) => string): Promise<ModelServer> {
  const server = createServer(async (request, response) => {
    const { messages, stream } = (await json(request)) as Asked;
    const content = reply(messages.map((message) => message.content).join('\n'));
    const choice = { index: 0, finish_reason: 'stop' };
    if (stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ choices: [{ ...choice, delta: { content } }] })}\n\ndata: [DONE]\n\n`);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ ...choice, message: { role: 'assistant', content } }] }));
    }
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

interface Asked {
  readonly messages: readonly { readonly content: string }[];
  readonly stream?: boolean;
}
