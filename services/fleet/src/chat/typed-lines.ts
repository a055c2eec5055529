import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import type { SizedOutput } from './screen/live-area.ts';

/** The line that is being typed, above which others may print. */
export interface TypedLines extends AsyncIterable<string> {
  /** Asks for a line. While it does not, what is typed ahead is not shown. */
  prompt(): void;
  /** Takes the screen: what is typed from now on is shown with the next prompt. */
  hide(): void;
  /** Prints above the line that is being typed. */
  printAbove(text: string): void;
  close(): void;
}

/** What it does beside typing. */
export interface TypedLinesOptions {
  readonly input: Readable;
  readonly output: SizedOutput;
  readonly prompt: string;
  /** Newest first. */
  readonly history: readonly string[];
  /** Ctrl-C while the screen is taken. */
  interrupted(): void;
}

/** Lines of a terminal. Ctrl-C empties the line, and leaves where it was empty twice in a row; Ctrl-D leaves. */
export function typedLines({ input, output, prompt, history, interrupted }: TypedLinesOptions): TypedLines {
  let isHidden = true;
  let isLeaving = false;
  const screen = new Screen(output, () => isHidden);
  const lines = createInterface({ input, output: screen, terminal: true, prompt, history: [...history], historySize: 1_000 });
  const typed: { readonly line: string; readonly wasHidden: boolean }[] = [];
  let isClosed = false;
  let wake = () => {};
  lines.on('line', (line) => {
    isLeaving = false;
    typed.push({ line, wasHidden: isHidden });
    // The next line is asked for when this one is answered.
    isHidden = true;
    wake();
  });
  lines.once('close', () => {
    isClosed = true;
    wake();
  });
  const redraw = () => lines.prompt(true);
  const printAbove = (text: string) => {
    const { rows } = lines.getCursorPos();
    // readline redraws from as many rows up as the line takes: the line's own rows are made anew below the text.
    output.write(`${rows > 0 ? `\x1b[${rows}A` : ''}\r\x1b[J${text}\n${'\n'.repeat(rows)}`);
    redraw();
  };
  lines.on('SIGINT', () => {
    if (isHidden) return interrupted();
    if (isLeaving && lines.line === '') return lines.close();
    isLeaving = true;
    lines.write(null, { ctrl: true, name: 'e' });
    lines.write(null, { ctrl: true, name: 'u' });
    printAbove('(Ctrl-C again or Ctrl-D leaves)');
  });
  return {
    prompt() {
      isHidden = false;
      if (!isClosed) redraw();
    },
    hide() {
      isHidden = true;
    },
    printAbove,
    close: () => lines.close(),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = typed.shift();
        if (next) {
          if (next.wasHidden) output.write(`${prompt}${next.line}\n`);
          yield next.line;
        } else if (isClosed) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}

/** The output as readline sees it, which writes nothing while the screen belongs to others. */
class Screen extends Writable {
  readonly #output: SizedOutput;
  readonly #isHidden: () => boolean;

  constructor(output: SizedOutput, isHidden: () => boolean) {
    super({ decodeStrings: false });
    this.#output = output;
    this.#isHidden = isHidden;
    output.on('resize', () => this.emit('resize'));
  }

  get columns(): number {
    return this.#output.columns ?? 80;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.#isHidden()) this.#output.write(chunk);
    done();
  }
}
