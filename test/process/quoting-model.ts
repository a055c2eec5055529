import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server that knows nothing but its prompts. */
export interface QuotingModel extends AsyncDisposable {
  readonly url: string;
  /** Prompts of steps, as they came. */
  readonly prompts: readonly string[];
}

const noneSeen = 'I saw no FATAL line.';

/** Quotes the FATAL line that its prompt shows. Where nothing was observed yet it calls the tool `act`, if the prompt offers it. */
export async function startQuotingModel(act: string): Promise<QuotingModel> {
  const prompts: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
    const content = answerTo(messages.map((message) => message.content).join('\n'));
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', choices: [choice] }));
  });
  const answerTo = (prompt: string): string => {
    // Other prompts ask what there is to learn: nothing.
    if (!prompt.includes('Final Answer')) return '[]';
    prompts.push(prompt);
    const isObserved = prompt.includes('kind="observation"');
    if (!isObserved && prompt.includes(act)) return `Thought: I look\nAction: ${act}\nArgs: {}`;
    return `Thought: I know it\nFinal Answer: ${/^FATAL [^<\n]*/m.exec(prompt)?.[0] ?? noneSeen}`;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    prompts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
