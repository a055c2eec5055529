import { createInterface } from 'node:readline';
import { untilAborted } from '@agent-mem/runtime';
import type { Terminal } from '../command-line/terminal.ts';
import { plainView } from './answer-view.ts';
import { ask } from './ask.ts';
import { stylesFor } from './screen/styles.ts';
import type { ChatSession } from './session.ts';
import { runSlash, slashWords } from './slash/slash-commands.ts';

/** How long a line waits for what was said before it to be learned: a model may take its time. */
const longestWaitMs = 30_000;

/**
 * The chat where no terminal is: a line in, an answer out, until the end of input. Lines from a file come faster than anybody types, so each waits until what
 * was said before it is learned.
 */
export async function plainChat(
  session: ChatSession,
  environment: Terminal['environment'],
  terminal: Pick<Terminal, 'input' | 'output' | 'print'>,
  stopped: Promise<void>,
): Promise<void> {
  const { input, print } = terminal;
  const styles = stylesFor(false, environment);
  const stopping = new AbortController();
  const lines = createInterface({ input });
  void stopped.then(() => {
    stopping.abort();
    lines.close();
  });
  for await (const line of lines) {
    const enough = AbortSignal.any([stopping.signal, AbortSignal.timeout(longestWaitMs)]);
    await untilAborted(session.server.settled(), enough).catch(() => undefined);
    const question = line.trim();
    const slash = slashWords(question);
    if (slash) await runSlash(session, slash, { styles, print });
    else if (question !== '') await ask(session, question, plainView(terminal), stopping.signal);
    if (session.isOver || stopping.signal.aborted) break;
  }
  lines.close();
}
