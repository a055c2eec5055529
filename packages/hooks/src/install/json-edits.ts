import { createScanner, type JSONPath, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A part of a text, and what is to stand there. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Adds a member or an element at the end of an object or a list. All that is there stays as it is, comments and commas too. */
export function additionAtEnd(text: string, container: Node, value: unknown, name?: string): TextEdit {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /^([\t ]+)\S/m.exec(text)?.[1] ?? '  ';
  const outer = /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', container.offset) + 1))?.[0] ?? '';
  const inner = `${eol}${outer}${unit}`;
  const json = JSON.stringify(value, null, unit).replaceAll('\n', inner);
  const written = `${inner}${name === undefined ? '' : `${JSON.stringify(name)}: `}${json}`;
  const end = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const isComma = last !== undefined && commaAfter(text, endOf(last)) !== null;
  const offset = last && !isComma ? endOf(last) : text.slice(0, end).trimEnd().length;
  const closing = text.slice(offset, end).includes('\n') ? '' : `${eol}${outer}`;
  return { offset, length: 0, content: `${last && !isComma ? ',' : ''}${written}${isComma ? ',' : ''}${closing}` };
}

/** Removes a member or an element, with the space before it and a comma. The last edit of the text comes first. */
export function removal(text: string, container: Node, index: number): readonly TextEdit[] {
  const child = container.children?.[index];
  if (!child) return [];
  const offset = text.slice(0, child.offset).trimEnd().length;
  const comma = commaAfter(text, endOf(child));
  if (comma !== null) return [cut(offset, comma + 1)];
  const previous = container.children?.[index - 1];
  const before = previous ? commaAfter(text, endOf(previous)) : null;
  return [cut(offset, endOf(child)), ...(before === null ? [] : [cut(before, before + 1)])];
}

/** The tree of a text of JSON, with its positions there. Comments, commas at the ends of lists and a byte order mark are let pass; the first of the errors comes first. */
export function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
  // The parser knows no byte order mark, which Windows puts before a text. A blank in its place leaves all positions.
  return parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
}

/** The node at a path of names and positions; `undefined`: there is none. */
export function nodeAt(text: string, path: JSONPath): Node | undefined {
  let found = treeOf(text);
  for (const step of path) {
    const children = found?.children;
    if (typeof step === 'number') found = found?.type === 'array' ? children?.[step] : undefined;
    else found = found?.type === 'object' ? children?.find((member) => nameOf(member) === step)?.children?.[1] : undefined;
  }
  return found;
}

/** Of a member of an object. */
export function nameOf(member: Node): unknown {
  return member.children?.[0]?.value;
}

/** Where an offset is, as editors name it. */
export function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function cut(offset: number, end: number): TextEdit {
  return { offset, length: end - offset, content: '' };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Where the comma is that comes next, comments aside. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : null;
}
