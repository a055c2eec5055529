import type { Writable } from 'node:stream';
import { wrapAnsi } from 'fast-wrap-ansi';

/** A terminal, as far as a size is known. */
export type SizedOutput = Writable & { readonly columns?: number; readonly rows?: number };

/** Text at the end of the screen that changes until it is printed for good. */
export interface LiveArea {
  /** Shows this in place of what was shown; of a long text its end. */
  show(text: string): void;
  /** Prints lines that stay, in place of what was shown. */
  print(text: string): void;
}

/** The live area of a terminal. */
export function liveArea(output: SizedOutput): LiveArea {
  let shownRows = 0;
  let hasWritten = '';
  const wrapped = (text: string) => wrapAnsi(text, Math.max(20, output.columns ?? 80) - 1, { hard: true, trim: false });
  const replace = (text: string) => {
    const up = shownRows > 1 ? `\x1b[${shownRows - 1}A` : '';
    output.write(`${shownRows > 0 ? `${up}\r\x1b[J` : ''}${text}`);
  };
  return {
    show(text) {
      // What has scrolled away cannot be taken back.
      const lines =
        text === ''
          ? []
          : wrapped(text)
              .split('\n')
              .slice(-Math.max(1, (output.rows ?? 24) - 2));
      const next = lines.join('\n');
      if (next === hasWritten) return;
      replace(next);
      shownRows = lines.length;
      hasWritten = next;
    },
    print(text) {
      replace(`${wrapped(text)}\n`);
      shownRows = 0;
      hasWritten = '';
    },
  };
}
