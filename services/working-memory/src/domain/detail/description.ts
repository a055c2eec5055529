const mostCharacters = 160;

/** What is known of a content whose caller says nothing of it. */
export interface UndescribedContent {
  readonly sourceCommand: string | null;
  readonly memoryType: string;
  readonly sizeBytes: number;
  /** Its first line that says something; empty where it is no text. */
  readonly firstLine: string;
}

/** One line that says what a content is: where it is from, and its first line that says something. */
export function descriptionOf({ sourceCommand, memoryType, sizeBytes, firstLine }: UndescribedContent): string {
  const kind = memoryType === '' ? 'content' : memoryType.replaceAll('_', ' ');
  const source = sourceCommand ? `${kind} of ${oneLine(sourceCommand)}` : kind;
  const said = firstLine === '' ? `${sizeBytes.toLocaleString('en')} bytes` : oneLine(firstLine);
  return cut(`${source}: ${said}`, mostCharacters);
}

function oneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), 80);
}

function cut(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}
