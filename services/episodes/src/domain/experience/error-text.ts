import { getSystemErrorMap } from 'node:util';

/** Longest part of an error that tells what it is, in characters: what comes after is a trace. */
const longest = 1_000;

/** More of it is not even read, in code units. */
const longestRead = 20_000;

/** Lines of a stack trace: where it happened, not what. */
const frameLine = /^(?:at\s|File ".*", line \d|\.{3} \d+ more$|from .*:\d+:in |goroutine \d+ )/;

/** Numbers behind these words, and words like ORA-00942 or TS2304, are names of errors: folding them would make different errors one. */
const namingWord = /\b(?:http|https|status|code|exit|errno|signal|hresult)$/i;
const errorName = /^(?:[A-Z]{2,8}-?\d{3,6}|E\d{3,5})$/;

const foldings: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)\]]+/gi, '<url>'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>'],
  // An apostrophe inside a word opens no quotation.
  [/"[^"\n]*"|`[^`\n]*`|“[^“”\n]*”|«[^«»\n]*»|(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^‘’\n]*’(?!\w)/g, '<value>'],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g, '<time>'],
  [/\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g, '<time>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<id>'],
  [/(?<![\w.])(?:[A-Za-z]:\\|\\\\|~?\/|\.{1,2}\/)[^\s"'`<>:,;)\]]+/g, '<path>'],
  // A token of letters and digits is an id, where it is no error's name.
  [/\b(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z_])[\w-]{4,}\b/g, '<id>'],
];

/** What an error is, whatever it is about: numbers, times, paths, addresses, ids and quoted values folded, without its trace. */
export function foldedError(error: string): string {
  let text = readablePart(error);
  for (const [pattern, placeholder] of foldings)
    text = text.replace(pattern, (found) => (errorName.test(found) ? found : placeholder));
  return text
    .replace(/(?<![\w<])(?<![A-Za-z]-)[-+]?\d+(?:[.,_]\d+)*(?![\w>])/g, (number, at: number, all: string) =>
      namingWord.test(all.slice(0, at).replace(/(?<![\s:=#(])[\s:=#(]+$/, '')) ? number : '<n>',
    )
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** What names of errors of the system mean ("econnrefused": "connection refused"): nobody else writes them as one word. */
const meanings = new Map([...getSystemErrorMap().values()].map(([name, message]) => [name.toLowerCase(), message]));

/** What a folded error is searched by: what it is, without the marks of what was folded. */
export function searchedError(folded: string): string {
  const words = folded
    .replace(/\be[a-z0-9]{3,}\b/g, (name) => meanings.get(name) ?? name)
    .replace(/<(?:url|address|value|time|id|path|n)>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? folded : words;
}

/** The part of an error that tells what it is, as it was read: to be shown. */
export function readablePart(error: string): string {
  const lines = error
    .slice(0, longestRead)
    .normalize('NFC')
    .split('\n')
    .filter((line) => line.trim() !== '' && !frameLine.test(line.trim()));
  const characters = [
    ...lines
      .join('\n')
      .replace(/^\s*(?:error:\s*)+/i, '')
      .trim(),
  ];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
