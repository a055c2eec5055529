import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { taughtBy } from './history.ts';

/** What the agent keeps by its tool for a question, before it answers. */
export function notedFor(question: string): string {
  return `Noted: ${question}`;
}

/** An OpenAI-compatible server that takes up to `longestMs` for each answer, so that kills fall into the middle of invocations. */
export async function startSlowModel(
  longestMs: number,
  random: () => number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages, stream } = JSON.parse(body) as { messages: { content: string }[]; stream?: boolean };
    await wait(random() * longestMs);
    send(response, answerTo(messages.map(({ content }) => content).join('\n')), stream === true);
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

/** Known by what the default prompts say. */
function answerTo(prompt: string): string {
  if (prompt.includes('You say in one sentence')) return 'The agent noted it.';
  if (prompt.includes('You pick out of'))
    return JSON.stringify([taughtBy(/<memory kind="message"[^>]*>(.*?)<\/memory>/s.exec(prompt)?.[1] ?? '')]);
  const question = prompt.slice(prompt.lastIndexOf('# Question')).split('\n')[1] ?? '';
  if (prompt.includes('kind="observation"')) return 'Thought: it is noted\nFinal Answer: Done.';
  return `Thought: keep it\nAction: StoreFact\nArgs: ${JSON.stringify({ fact_content: notedFor(question) })}`;
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
