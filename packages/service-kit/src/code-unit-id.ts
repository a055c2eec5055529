import { sha256 } from '@agent-mem/contract';

/** Where code is that a node of kind CodeUnit stands for: a symbol, a file, lines of it. What is `null` was not said. */
export interface CodePlace {
  readonly file: string | null;
  readonly symbol: string | null;
  readonly start_line: number | null;
  readonly end_line: number | null;
  readonly commit: string | null;
}

/** The same for the same code, so that two who make its node at once make one: a UUID of version 8 (RFC 9562) from its hash. */
export function codeUnitId({ file, symbol, start_line, end_line, commit }: CodePlace): string {
  const hash = sha256(JSON.stringify([file, symbol, start_line, end_line, commit]));
  return `code_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
}
