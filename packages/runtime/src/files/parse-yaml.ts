import { type Document, LineCounter, parseDocument } from 'yaml';

/** Reads YAML. Throws an `Error` that names the line, and repeats nothing of the text: the line may hold a secret. */
export function parseYaml(text: string): Document.Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [problem] = document.errors;
  if (!problem) return document;
  const { line, col } = lineCounter.linePos(problem.pos[0]);
  // What stands behind a colon is of the text.
  const [sentence] = problem.message.split(': ');
  throw new Error(`is no YAML: ${sentence} at line ${line}, column ${col}`);
}
