import type { Piece } from './piece.ts';

const fatal =
  /\b(?:fatal|panic(?:ked)?|critical|emergency|segfault|segmentation fault|out of memory|oom-?kill(?:ed|er)?|core dumped|traceback|uncaught|unhandled)\b/i;
const failing =
  /\b(?:errors?|exceptions?|fail(?:ed|ure|ures|s)?|denied|refused|rejected|timed? ?out|not found|unable to|cannot|could not|invalid|abort(?:ed|ing)?|ERR!)(?!\w)|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b|✗|✖/i;
const noneFailing =
  /\b(?:no|0|zero|without)\s+(?:\w+\s+)?(?:errors?|failures?|exceptions?|failed)\b|\b(?:errors?|failures?|failed)["']?\s*[:=]\s*0\b/i;
const concluding =
  /\b(?:passed|succe(?:ss|eded|ssful|ssfully)|total|totals|summary|results?|finished|completed|exit(?:ed)?(?: with)?(?: code| status)|warn(?:ing|ings)?|built in|elapsed|duration|rows? affected|\(\d+ rows?\))\b/i;

/** How much a line tells: 0 what ended the work, 1 errors, 2 results; `null`: nothing of this. */
function tellingRank(line: string): 0 | 1 | 2 | null {
  if (fatal.test(line)) return 0;
  if (failing.test(line)) return noneFailing.test(line) ? 2 : 1;
  return concluding.test(line) ? 2 : null;
}

/** Kinds of lines of each rank that are held from the beginning, and as many from the end. */
const mostKinds = 48;

/** The pieces that tell something: of lines that differ in numbers only, the first and the last. */
export class TellingPieces {
  readonly #ranks = [0, 1, 2].map(() => ({ first: new Map<string, Piece>(), last: new Map<string, Piece>() }));

  add(piece: Piece): void {
    const rank = tellingRank(piece.text);
    const held = rank === null ? undefined : this.#ranks[rank];
    if (!held) return;
    const kind = kindOf(piece.text);
    if (!held.first.has(kind) && held.first.size < mostKinds) held.first.set(kind, piece);
    // Put at the end, so that the oldest stands first and goes first.
    held.last.delete(kind);
    held.last.set(kind, piece);
    const [oldest] = held.last.keys();
    if (held.last.size > mostKinds && oldest !== undefined) held.last.delete(oldest);
  }

  /** What tells most first; of one rank the last, the first, the last but one, and so on. */
  best(): readonly Piece[] {
    return this.#ranks.flatMap(({ first, last }) => {
      const ordered = [...new Set([...first.values(), ...last.values()])].toSorted((a, b) => a.start - b.start);
      return ordered.map((_, index) => {
        const half = Math.floor(index / 2);
        // Every index of the loop lies inside the list.
        return ordered[index % 2 === 0 ? ordered.length - 1 - half : half] as Piece;
      });
    });
  }
}

function kindOf(line: string): string {
  return line
    .slice(0, 160)
    .toLowerCase()
    .replace(/0x[0-9a-f]+|[0-9a-f]{8,}|\d+/g, '0');
}
