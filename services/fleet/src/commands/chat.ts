import { join } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { attachOrStart } from '../chat/chat-server.ts';
import { openHistory } from '../chat/history-file.ts';
import { leftOnTime } from '../chat/left-on-time.ts';
import { plainChat } from '../chat/plain-chat.ts';
import type { SizedOutput } from '../chat/screen/live-area.ts';
import { newSession } from '../chat/session.ts';
import { terminalChat } from '../chat/terminal-chat.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { attachedClient } from '../memory-client/attached.ts';

/** Asks the agent what is typed, one conversation a session, until `/quit` or the end of input. */
export async function chat(environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  // Asked for first: a signal that comes before somebody listens ends the process at once.
  const stopped = terminal.untilStopped();
  const output: SizedOutput & { readonly isTTY?: boolean } = terminal.output;
  const isTerminal = Boolean(terminal.input.isTTY && output.isTTY);
  // A log line would end up in the middle of what is typed.
  const begun = await attachOrStart(environment, isTerminal ? 'error' : 'warn');
  const leaving = { environment, complain: terminal.complain, clock: systemClock, stopped };
  await using server = isTerminal ? leftOnTime(begun, leaving) : begun;
  for (const line of server.lines) terminal.print(line);
  const session = newSession(server, attachedClient(server));
  if (!isTerminal) {
    await plainChat(session, environment, terminal, stopped);
    return 0;
  }
  terminal.print('Tell me something, or ask me about it; /help lists the commands');
  const { DATA_DIR, GRAPH_URL } = programConfig(environment);
  // What is remembered only until the process ends has no history either.
  const history = GRAPH_URL.startsWith('memory:') ? null : await openHistory(join(DATA_DIR, 'chat-history'));
  await terminalChat(session, environment, { input: terminal.input, output, stopped }, history);
  return 0;
}
