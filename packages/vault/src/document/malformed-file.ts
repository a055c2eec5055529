/** A file that cannot be read as an entry. Its message says what is wrong, `line` where. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile';
  readonly line: number;

  constructor(line: number, what: string) {
    super(what);
    this.line = line;
  }
}
