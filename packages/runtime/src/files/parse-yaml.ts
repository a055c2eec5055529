import { type Document, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** Reads YAML. Throws an `Error` that names the line, and repeats nothing of the text: the line may hold a secret. */
export function parseYaml(text: string): Document.Parsed {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const place = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `at line ${line}, column ${col}`;
  };
  const misread = misreadMark(document, text);
  if (misread) throw new Error(`has a value that begins with ${misread.mark} ${place(misread.offset)}; put it in quotes`);
  const [problem] = document.errors;
  if (!problem) return document;
  // What stands behind a colon is of the text.
  const [sentence] = problem.message.split(': ');
  throw new Error(`is no YAML: ${sentence} ${place(problem.pos[0])}`);
}

interface Mark {
  readonly mark: '!' | '&';
  readonly offset: number;
}

/** The first mark of YAML that is meant as a part of a value, as in a password without quotes: YAML would leave it out, or all of the value. */
function misreadMark(document: Document.Parsed, text: string): Mark | null {
  const unknownTag = [...document.errors, ...document.warnings].find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (unknownTag) return { mark: '!', offset: unknownTag.pos[0] };
  let found: Mark | null = null;
  visit(document, {
    Node(_, node) {
      const mark = markOf(node as Node);
      if (mark === null) return undefined;
      found = { mark, offset: text.lastIndexOf(mark, node.range?.[0]) };
      return visit.BREAK;
    },
  });
  return found;
}

function markOf(node: Node): Mark['mark'] | null {
  if (node.tag === '!') return '!';
  return isScalar(node) && node.anchor !== undefined && node.source === '' ? '&' : null;
}
