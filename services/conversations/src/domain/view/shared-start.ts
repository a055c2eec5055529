import { endOf, type Part, standsByOrdinals, type View } from './view.ts';

/** A view and how many messages it shows. */
export interface Counted {
  readonly view: View;
  readonly count: number;
}

/** How many messages two views are known to begin with alike, without a look at any of them. */
export function sharedStart(a: Counted, b: Counted): number {
  let shared = 0;
  for (const [index, part] of a.view.entries()) {
    const other = b.view[index];
    if (other === undefined) return shared;
    const [end, otherEnd] = [endOf(a.view, part, a.count), endOf(b.view, other, b.count)];
    if (JSON.stringify(part) === JSON.stringify(other) && end === otherEnd) {
      shared = end;
      continue;
    }
    return beginAlike(part, other) ? Math.min(end, otherEnd) : shared;
  }
  return shared;
}

/** Parts of one run, from the same message on. */
function beginAlike(part: Part, other: Part): boolean {
  const [[run], [otherRun]] = [part.runs, other.runs];
  if (!run || !otherRun || !standsByOrdinals(part) || !standsByOrdinals(other)) return false;
  return run.conversation === otherRun.conversation && run.base === otherRun.base && run.from === otherRun.from;
}
