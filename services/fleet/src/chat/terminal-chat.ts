import { type Fact, systemClock } from '@agent-mem/contract';
import type { Terminal } from '../command-line/terminal.ts';
import { visibleLine } from '../command-line/visible.ts';
import { terminalView } from './answer-view.ts';
import { ask } from './ask.ts';
import type { History } from './history-file.ts';
import { learnedFacts } from './learned.ts';
import { liveArea, type SizedOutput } from './screen/live-area.ts';
import { stylesFor } from './screen/styles.ts';
import { type ChatSession, scopeOfSession } from './session.ts';
import { runSlash, slashWords } from './slash/slash-commands.ts';
import { typedLines } from './typed-lines.ts';

/** The chat on a terminal, until the user leaves or the process is to stop. */
export async function terminalChat(
  session: ChatSession,
  environment: Terminal['environment'],
  terminal: Pick<Terminal, 'input'> & { readonly output: SizedOutput; readonly stopped: Promise<void> },
  history: History | null,
): Promise<void> {
  const { input, output } = terminal;
  const styles = stylesFor(true, environment);
  const area = liveArea(output);
  let answering: AbortController | null = null;
  let learning = new AbortController();
  let held: string[] = [];
  const lines = typedLines({
    input,
    output,
    prompt: styles.prompt('> '),
    history: history?.lines ?? [],
    interrupted: () => answering?.abort(),
  });
  void terminal.stopped.then(() => {
    answering?.abort();
    lines.close();
  });
  let isAtPrompt = false;
  const announce = (fact: Fact) => {
    const text = styles.learned(`learned: ${visibleLine(fact.content)}`);
    if (isAtPrompt) lines.printAbove(text);
    else held.push(text);
  };
  const prompt = () => {
    for (const text of held) area.print(text);
    held = [];
    isAtPrompt = true;
    lines.prompt();
  };
  prompt();
  for await (const line of lines) {
    isAtPrompt = false;
    lines.hide();
    const question = line.trim();
    await history?.add(line);
    const slash = slashWords(question);
    if (slash) await runSlash(session, slash, { styles, print: area.print });
    else if (question !== '') {
      learning.abort();
      learning = new AbortController();
      answering = new AbortController();
      await ask(session, question, terminalView(area, styles), answering.signal);
      answering = null;
      void reportLearned(session, learning.signal, announce);
    }
    if (session.isOver) break;
    prompt();
  }
  learning.abort();
  lines.close();
}

/** Announces what the conversation taught, without anybody waiting for it. A fleet that is away teaches nothing. */
async function reportLearned(session: ChatSession, signal: AbortSignal, announce: (fact: Fact) => void): Promise<void> {
  const conversation = { ...scopeOfSession(session), conversation_id: session.conversationId };
  try {
    const learned = learnedFacts(session.client, conversation, session.reported, { clock: systemClock, signal });
    for await (const fact of learned) announce(fact);
  } catch {
    // The next question says what is wrong.
  }
}
