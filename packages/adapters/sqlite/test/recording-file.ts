import type { EmbeddedFile, Transaction } from '../src/file/index.ts';

/** The file, and every SQL text that was run on it since. */
export function recordingFile(file: EmbeddedFile): { readonly file: EmbeddedFile; readonly sql: Set<string> } {
  const sql = new Set<string>();
  const recording =
    ({ statement }: Pick<Transaction, 'statement'>): Transaction['statement'] =>
    (text) => {
      sql.add(text);
      return statement(text);
    };
  const recorded = (transaction: Transaction): Transaction => ({
    statement: recording(transaction),
    withCommit: (then) => transaction.withCommit(then),
    afterCommit: (then) => transaction.afterCommit(then),
  });
  const recordedFile: EmbeddedFile = {
    ...file,
    read: (run) => file.read((reader) => run({ statement: recording(reader) })),
    write: (run) => file.write((transaction) => run(recorded(transaction))),
    writeDerived: (run) => file.writeDerived((transaction) => run(recorded(transaction))),
  };
  return { file: recordedFile, sql };
}
