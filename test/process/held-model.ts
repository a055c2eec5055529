import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OpenAI-compatible server that answers nothing until it is released, and then everything. */
export interface HeldModel extends AsyncDisposable {
  /** For `LLM_URL`. */
  readonly url: string;
  /** The questions of the agents' steps, as they came. */
  readonly questions: readonly string[];
  /** Most of them that it had at once and had not answered. */
  readonly most: number;
  /** From now on each step ends with a final answer that repeats the question. */
  release(): void;
}

/** Starts it, holding. */
export async function startHeldModel(): Promise<HeldModel> {
  const questions: string[] = [];
  const held: (() => void)[] = [];
  let isHolding = true;
  let unanswered = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { messages, stream } = JSON.parse(body) as {
      readonly messages: readonly { readonly content: string }[];
      readonly stream?: boolean;
    };
    const prompt = messages.map(({ content }) => content).join('\n');
    // Other prompts ask what there is to learn: nothing.
    const question = /question number \d+/.exec(prompt.slice(prompt.lastIndexOf('# Question')))?.[0];
    if (question) {
      questions.push(question);
      unanswered += 1;
      most = Math.max(most, unanswered);
      response.on('close', () => {
        unanswered -= 1;
      });
    }
    const answer = () => send(response, question ? `Thought: I know\nFinal Answer: I heard ${question}` : '[]', stream === true);
    if (isHolding) held.push(answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // It listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    get most() {
      return most;
    },
    release() {
      isHolding = false;
      for (const answer of held.splice(0)) answer();
    },
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
