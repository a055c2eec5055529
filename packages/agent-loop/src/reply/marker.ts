/** The words that open a part of the model's text, at the start of a line, in any case, with or without Markdown around them. */
const words = {
  thought: 'thought',
  action: 'action',
  args: 'args|arguments|action input',
  answer: 'final answer',
  observation: 'observation',
} as const;

/** Of a word and what may stand behind it; in characters. */
const longestWord = 64;

export type MarkerKind = keyof typeof words;

/** Where a marker stands in a text. */
export interface Marker {
  readonly kind: MarkerKind;
  readonly start: number;
  /** First character behind the colon. */
  readonly end: number;
  /** Emphasis that was opened before the word and closes behind the colon, such as `**`. */
  readonly emphasis: string;
}

/** The first marker of these kinds that stands at the start of a line, or `null`. */
export function findMarker(text: string, kinds: readonly MarkerKind[], from = 0): Marker | null {
  const found = kinds.map((kind) => findAtLineStart(text, kind, from)).filter((marker) => marker !== null);
  return first(found);
}

/** The first `Action:` or `Final Answer:` inside a line: some models write all of a step in one. */
export function findInlineMarker(text: string, from = 0): Marker | null {
  const pattern = /(?<=\s)(Action|Final Answer):/g;
  // What was there the last time may be its beginning.
  pattern.lastIndex = Math.max(0, from - 'Final Answer:'.length);
  const match = pattern.exec(text);
  if (!match) return null;
  const kind = match[1] === 'Action' ? 'action' : 'answer';
  return { kind, start: match.index, end: match.index + match[0].length, emphasis: '' };
}

/** The first `Args:` at the start of a line or inside one. */
export function findArgsMarker(text: string): Marker | null {
  const match = new RegExp(`(?<=^|\\s)([*_\`]*)(?:${words.args})([*_\`]*)[ \\t]*:`, 'i').exec(text);
  return match && markerOf('args', match);
}

export function first(markers: readonly (Marker | null)[]): Marker | null {
  return markers.reduce((best, marker) => (marker && (!best || marker.start < best.start) ? marker : best), null);
}

/** Whether the end of a text may still grow into a marker: then it must not be shown yet. Answers where that end begins. */
export function openEnd(text: string, kinds: readonly MarkerKind[], inline: boolean): number {
  const visibleEnd = text.trimEnd().length;
  const line = text.lastIndexOf('\n') + 1;
  if (mayBecomeMarker(text.slice(line), kinds)) return Math.min(visibleEnd, text.slice(0, line).trimEnd().length);
  return inline ? Math.min(visibleEnd, openInlineEnd(text)) : visibleEnd;
}

/** Whether a line may be, or grow into, a marker. */
export function mayBecomeMarker(line: string, kinds: readonly MarkerKind[]): boolean {
  const rest = line
    .replace(/^[ \t>#-]*[*_`]*/, '')
    .slice(0, longestWord)
    .toLowerCase();
  return kinds
    .flatMap((kind) => words[kind].split('|'))
    .some((word) => word.startsWith(rest) || (rest.startsWith(word) && /^[*_`]*[ \t]*$/.test(rest.slice(word.length))));
}

function openInlineEnd(text: string): number {
  for (const word of ['Final Answer', 'Action']) {
    for (let length = word.length; length > 0; length -= 1) {
      const start = text.length - length;
      const open = text.endsWith(word.slice(0, length)) && /\s/.test(text.charAt(start - 1));
      if (open) return text.slice(0, start).trimEnd().length;
    }
  }
  return text.length;
}

function findAtLineStart(text: string, kind: MarkerKind, from: number): Marker | null {
  const pattern = new RegExp(`^[ \\t>#-]*([*_\`]*)(?:${words[kind]})([*_\`]*)[ \\t]*:`, 'gim');
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && markerOf(kind, match);
}

function markerOf(kind: MarkerKind, match: RegExpExecArray): Marker {
  const [all, opened = '', closed = ''] = match;
  return { kind, start: match.index, end: match.index + all.length, emphasis: closed === '' ? opened : '' };
}
