import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server that answers by an error until it is back. */
export interface AwayModel extends AsyncDisposable {
  /** For `LLM_URL`. */
  readonly url: string;
  /** What it was asked, also while it was away. */
  readonly prompts: readonly string[];
  /** Lets it answer from now on. `onAsked` hears of each prompt before the answer leaves. */
  comeBack(answerTo: (prompt: string) => string, onAsked?: (prompt: string) => void): void;
}

/** Starts it, away. `status`: of its answers meanwhile. */
export async function startAwayModel(status = 500): Promise<AwayModel> {
  const prompts: string[] = [];
  let answerTo: ((prompt: string) => string) | null = null;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
    const prompt = messages.map(({ content }) => content).join('\n');
    prompts.push(prompt);
    const content = answerTo?.(prompt);
    response.writeHead(content === undefined ? status : 200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const isAway = { error: { message: 'out of memory' } };
    response.end(JSON.stringify(content === undefined ? isAway : { id: '1', object: 'chat.completion', choices }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // It listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    comeBack(answer, onAsked) {
      answerTo = (prompt) => {
        onAsked?.(prompt);
        return answer(prompt);
      };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
