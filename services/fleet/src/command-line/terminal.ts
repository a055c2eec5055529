import type { Readable, Writable } from 'node:stream';

/** What the program sees of the process it runs in. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  /** Standard error, for what is shown and taken back. Default: there is none. */
  readonly errors?: Writable & { readonly isTTY?: boolean };
  /** A line on standard output. */
  print(line: string): void;
  /** A line on standard error, or several: what does not print is shown as its code. */
  complain(line: string): void;
  /** Resolves at the first SIGINT or SIGTERM. From then on a SIGINT ends the process at once. */
  untilStopped(): Promise<void>;
}
