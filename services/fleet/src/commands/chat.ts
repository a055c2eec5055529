import { createInterface } from 'node:readline';
import { newId } from '@agent-mem/contract';
import { DirectoryInUse } from '@agent-mem/sqlite/file';
import { invoke } from '../agent-client.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { openFleet } from '../fleet.ts';
import { startLogger } from '../log.ts';
import { StartFailed } from '../refusal.ts';
import { reasoningLine } from '../start/lines.ts';

const prompt = '> ';

/** Asks the agent what is typed, one conversation a session, until `/quit` or the end of input. */
export async function chat(environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  await using server = await attachOrStart(environment, terminal);
  const lines = createInterface({
    input: terminal.input,
    output: terminal.output,
    terminal: terminal.input.isTTY ?? false,
    prompt,
  });
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  // Who typed ahead and then closed the input is answered, but not asked again.
  const ask = () => {
    if (isOpen && terminal.input.isTTY) lines.prompt();
  };
  let answering: AbortController | null = null;
  // Ctrl-C ends the answer that is being written; at the prompt, the session.
  lines.on('SIGINT', () => (answering ? answering.abort() : lines.close()));
  void terminal.untilStopped().then(() => {
    answering?.abort();
    lines.close();
  });
  let conversationId = newId('conv');
  ask();
  for await (const line of lines) {
    const question = line.trim();
    if (question === '/quit') break;
    if (question === '/new') {
      conversationId = newId('conv');
      terminal.print('A new conversation.');
    } else if (question !== '') {
      answering = new AbortController();
      await answer(server.url, { question, conversation_id: conversationId }, answering.signal, terminal);
      answering = null;
    }
    ask();
  }
  lines.close();
  return 0;
}

/** Writes the answer as it comes; a failure is a line, and the session goes on. */
async function answer(
  url: string,
  request: { readonly question: string; readonly conversation_id: string },
  signal: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  let written = '';
  try {
    for await (const frame of invoke(url, { ...request, streaming: true }, signal)) {
      if (frame.type === 'error') throw new Error(frame.content);
      const text = frame.type === 'answer' ? frame.content : '';
      const rest = frame.end_of_dialog && written === '' ? (frame.answer ?? text) : text;
      terminal.output.write(rest);
      written += rest;
    }
    terminal.print('');
  } catch (error) {
    terminal.print(signal.aborted ? '' : `The agent failed: ${(error as Error).message}`);
  }
}

/** The fleet that owns the data, else one started here. */
async function attachOrStart(
  environment: Terminal['environment'],
  terminal: Terminal,
): Promise<AsyncDisposable & { readonly url: string }> {
  try {
    const fleet = await openFleet({ services: [], environment, log: startLogger(environment, 'warn') });
    terminal.print(`agent-mem runs here, on ${fleet.httpUrl}`);
    terminal.print(reasoningLine(fleet));
    return { url: fleet.httpUrl ?? '', [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose]() };
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const url = error.owner?.address;
    if (!url) throw new StartFailed(`${error.message}, which tells no address to attach to; try again in a moment`);
    terminal.print(`Attached to process ${error.owner?.pid} at ${url}`);
    return { url, async [Symbol.asyncDispose]() {} };
  }
}
