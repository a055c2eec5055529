import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server that a test scripts. */
export interface PromptedModel extends AsyncDisposable {
  /** For `LLM_URL`. */
  readonly url: string;
}

/** Starts one that answers each prompt by what the function says; `null`: the function has answered the request itself. */
export async function startPromptedModel(
  answerTo: (prompt: string, response: ServerResponse) => Promise<string | null> | string | null,
): Promise<PromptedModel> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages, stream = false } = JSON.parse(body) as {
      readonly messages: readonly { readonly content: string }[];
      readonly stream?: boolean;
    };
    const content = await answerTo(messages.map((message) => message.content).join('\n'), response);
    if (content !== null) send(response, content, stream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // It listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, content: string, isStream: boolean): void {
  const choice = { index: 0, finish_reason: 'stop' };
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  if (isStream) response.end(`data: ${JSON.stringify({ choices: [{ ...choice, delta: { content } }] })}\n\ndata: [DONE]\n\n`);
  else
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ ...choice, message: { role: 'assistant', content } }] }),
    );
}
