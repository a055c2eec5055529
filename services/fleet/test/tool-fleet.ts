import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentResponse } from '@agent-mem/contract';
import { type ScriptedAnswer, type ScriptedChatModel, scriptedChatModel } from '@agent-mem/llm';
import type { Caller } from '@agent-mem/messaging';
import { createLogger } from '@agent-mem/runtime';
import { temporaryDirectory } from '@agent-mem/testing';
import { openFleet } from '../src/index.ts';

/** A fleet whose agent has the tools of a file. */
export interface ToolFleet extends AsyncDisposable {
  readonly folder: string;
  readonly model: ScriptedChatModel;
  readonly caller: Caller;
  readonly httpUrl: string;
  /** All that was logged, as text. */
  logged(): string;
  ask(question: string): Promise<AgentResponse[]>;
  settled(): Promise<void>;
  /** What `/metrics` says. */
  metrics(): Promise<string>;
}

/** What an invocation may take on a machine that has other things to do. */
const patienceMs = 240_000;

/** Starts one: the model says these answers to prompts of steps, and learns nothing. `files` are written beside the file of tools. */
export async function startToolFleet(
  tools: object,
  answers: readonly ScriptedAnswer[],
  given: { readonly environment?: Readonly<Record<string, string>>; readonly files?: Readonly<Record<string, string>> } = {},
): Promise<ToolFleet> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryDirectory()).path;
  for (const [name, text] of Object.entries({ ...given.files, 'tools.yaml': JSON.stringify({ tools }) }))
    await writeFile(join(folder, name), text);
  const lines: string[] = [];
  let next = 0;
  const model = scriptedChatModel(({ template }): ScriptedAnswer => {
    if (template !== 'react') return '[]';
    next += 1;
    return answers[next - 1] ?? 'Thought: the script is over\nFinal Answer: none';
  });
  const urls = ['BUS', 'GRAPH', 'SEARCH', 'KEYVALUE', 'DETAILS'].map((name) => [`${name}_URL`, 'memory:']);
  const fleet = stack.use(
    await openFleet({
      services: [],
      environment: {
        ...Object.fromEntries(urls),
        PATH: process.env.PATH,
        HTTP_PORT: '0',
        GRPC_PORT: '0',
        ADMIN_PORT: '0',
        TOOLS_FILE: join(folder, 'tools.yaml'),
        ...given.environment,
      },
      log: createLogger({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } }),
      chatModel: model,
      serve: { http: true, grpc: false },
    }),
  );
  const open = stack.move();
  return {
    folder,
    model,
    caller: fleet.host.caller,
    httpUrl: fleet.httpUrl ?? '',
    logged: () => lines.join(''),
    ask: (question) => Array.fromAsync(fleet.host.caller.stream('agent', 'invoke', { question }, { timeoutMs: patienceMs })),
    settled: () => fleet.host.settled(),
    async metrics() {
      return await (await fetch(`${fleet.adminUrl}/metrics`)).text();
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Calls a tool, as a model that has no calls of its own writes it. */
export function call(name: string, args: object = {}): string {
  return `Thought: I look\nAction: ${name}\nArgs: ${JSON.stringify(args)}`;
}

/** Ends a run, as such a model writes it. */
export function finish(answer: string): string {
  return `Thought: I know it\nFinal Answer: ${answer}`;
}

/** What the frames of one type say, in order. */
export function said(frames: readonly AgentResponse[], type: string): readonly string[] {
  return frames.filter((frame) => frame.type === type).map(({ content }) => content);
}
