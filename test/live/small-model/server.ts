/**
 * A small real language model behind the parts of OpenAI's chat completions that agent-mem uses: streams, stop texts, JSON schemas.
 * Run with the folder that install-tools.sh filled; prints its address as one line of JSON. One request at a time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface CompletionRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stop?: string | readonly string[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly response_format?: { readonly json_schema?: { readonly schema: object } };
}

const folder = process.argv[2] ?? '';
const resolved = createRequire(join(folder, 'package.json')).resolve('node-llama-cpp');
const { getLlama, LlamaCompletion } = await import(pathToFileURL(resolved).href);
const llama = await getLlama({ build: 'never', gpu: false, logLevel: 'error' });
const model = await llama.loadModel({ modelPath: join(folder, 'model.gguf') });
const context = await model.createContext({ contextSize: 4096, batchSize: 1024, threads: 1 });
const completion = new LlamaCompletion({ contextSequence: context.getSequence() });

let last: Promise<unknown> = Promise.resolve();

async function complete(request: CompletionRequest, onText: (text: string) => void, signal: AbortSignal): Promise<string> {
  const turn = last.then(() => {
    const schema = request.response_format?.json_schema?.schema;
    const chat = request.messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('');
    // The newest part of a prompt that would not fit is the part that matters.
    const prompt = `${chat.slice(-9000)}<|im_start|>assistant\n`;
    return (async () =>
      completion.generateCompletion(model.tokenize(prompt, true), {
        maxTokens: Math.min(request.max_completion_tokens ?? request.max_tokens ?? 80, 80),
        temperature: 0.7,
        seed: 1,
        customStopTriggers: ['<|im_end|>', ...[request.stop ?? []].flat()],
        grammar: schema ? await llama.createGrammarForJsonSchema(schema) : undefined,
        onTextChunk: onText,
        signal,
      }))();
  });
  last = turn.catch(() => undefined);
  return turn;
}

const chunk = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'smollm2', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const request = JSON.parse(Buffer.concat(parts).toString('utf8')) as CompletionRequest;
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (request.stream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await complete(request, (text) => response.write(chunk({ content: text }, null)), gone.signal);
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    return;
  }
  const text = await complete(request, () => {}, gone.signal);
  const message = { role: 'assistant', content: text };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 0,
      model: 'smollm2',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    }),
  );
}

const server = createServer((incoming, response) => {
  answer(incoming, response).catch((error: Error) => {
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: error.message } }));
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.on('SIGTERM', () => process.exit(0));
