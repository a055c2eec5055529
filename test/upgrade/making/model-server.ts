import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scriptedAnswer } from '../model-script.ts';

/** What becomes of a prompt: it is answered by the script, refused with 500, or never answered. */
export type Fate = 'answered' | 'failed' | 'hanging';

/** An OpenAI-compatible server that answers by the script. */
export interface ModelServer extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  /** The prompts that wait for an answer and get none. */
  readonly hanging: readonly string[];
}

/** Starts one on a free port. */
export async function startModelServer(fateOf: (prompt: string) => Fate = () => 'answered'): Promise<ModelServer> {
  const hanging: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages, stream } = JSON.parse(body) as { messages: { content: string }[]; stream?: boolean };
    const prompt = messages.map(({ content }) => content).join('\n');
    const fate = fateOf(prompt);
    if (fate === 'hanging') hanging.push(prompt);
    else if (fate === 'failed')
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"message":"away"}}');
    else send(response, scriptedAnswer(prompt), stream === true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    environment: { LLM_URL: url, LLM_MODEL: 'scripted', LLM_API_KEY: '' },
    hanging,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, content: string, isStream: boolean): void {
  const choice = { index: 0, finish_reason: 'stop' };
  if (!isStream) {
    const answer = { id: 'c', object: 'chat.completion', choices: [{ ...choice, message: { role: 'assistant', content } }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${JSON.stringify({ choices: [{ ...choice, delta: { content } }] })}\n\ndata: [DONE]\n\n`);
}
