import { storedMembers, textId } from '@agent-mem/storage';

/** A part of a program: a file, or what stands in it. */
export interface CodeUnit {
  readonly file: string;
  readonly symbol: string | null;
  readonly start_line: number | null;
  readonly end_line: number | null;
  readonly commit: string | null;
}

/** What the node of a CodeUnit holds of it. */
export const storedCodeUnit = storedMembers<CodeUnit>(null, {
  file: '',
  symbol: null,
  start_line: null,
  end_line: null,
  commit: null,
});

/** The id of a part of a program: the same wherever it is named. */
export function codeUnitId({ file, symbol, start_line, end_line, commit }: CodeUnit): string {
  return textId('code', JSON.stringify([file, symbol, start_line, end_line, commit]));
}
