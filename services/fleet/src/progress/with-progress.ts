import { type Clock, OperationError, systemClock } from '@agent-mem/contract';
import type { Progress, ReportProgress } from '@agent-mem/runtime';
import type { Terminal } from '../command-line/terminal.ts';
import { StartFailed } from '../refusal.ts';
import { createRate } from './rate.ts';

/** Shows how far a work has come. */
interface Display {
  show(progress: Progress): void;
  /** Nothing of it stays on the terminal. */
  end(): void;
}

const lineEveryMs = 5_000;

/**
 * Does a long work and shows how far it is on standard error: a bar on a terminal, else a line every 5 s. What breaks it once it has begun, Ctrl-C included, is followed by a line that
 * says how to go on.
 *
 * @param goOn as a sentence: `run it again: …`
 */
export async function withProgress<Result>(
  terminal: Terminal,
  { goOn, clock = systemClock }: { readonly goOn: string; readonly clock?: Clock },
  work: (report: ReportProgress) => Promise<Result>,
): Promise<Result> {
  let isStopped = false;
  let hasBegun = false;
  void terminal.untilStopped().then(() => {
    isStopped = true;
  });
  const display = terminal.errors?.isTTY ? await bar(terminal, goOn, clock) : lines(terminal, clock);
  try {
    return await work((progress) => {
      hasBegun = true;
      if (isStopped) throw new StartFailed('Interrupted');
      display.show(progress);
    });
  } catch (error) {
    display.end();
    // What is refused would be refused again, and what has not begun has nothing to go on with.
    if (hasBegun && (!(error instanceof OperationError) || error.retryable)) terminal.complain(`agent-mem: to go on, ${goOn}`);
    throw error;
  } finally {
    display.end();
  }
}

function lines(terminal: Terminal, clock: Clock): Display {
  const sentenceOf = createRate(clock);
  let shownAt = clock.now();
  return {
    show(progress) {
      const sentence = sentenceOf(progress);
      if (clock.now() - shownAt < lineEveryMs) return;
      shownAt = clock.now();
      terminal.complain(sentence);
    },
    end() {},
  };
}

const barMax = 1_000;

async function bar({ errors }: Terminal, goOn: string, clock: Clock): Promise<Display> {
  const { progress: createBar } = await import('@clack/prompts');
  const sentenceOf = createRate(clock);
  // The bar reads the keys and ends the process at Ctrl-C, with 0.
  const fail = () => {
    process.exitCode = 1;
  };
  let open: { readonly what: string; readonly bar: ReturnType<typeof createBar>; position: number } | null = null;
  const end = () => {
    open?.bar.clear();
    open = null;
    process.off('exit', fail);
  };
  return {
    show(progress) {
      const sentence = sentenceOf(progress);
      if (open?.what !== progress.what) {
        end();
        open = {
          what: progress.what,
          bar: createBar({ output: errors, max: barMax, cancelMessage: `To go on, ${goOn}` }),
          position: 0,
        };
        process.once('exit', fail);
        open.bar.start(sentence);
      }
      const { done, total } = progress;
      const position = total ? Math.min(barMax, Math.floor((done / total) * barMax)) : 0;
      open.bar.advance(Math.max(0, position - open.position), sentence);
      open.position = Math.max(position, open.position);
    },
    end,
  };
}
