import { conceptsOf } from '../../question/concepts.ts';

const saying =
  /^(?:(?:my|our|the) )([\p{L}\d -]{2,40}?)(?: (?:to|with|in|at|on|for) [^,;]{2,40}?)? (?:is|are|was|were|has been|have been|got)(?: now)? (?:cancelled|canceled|called off)\b/iu;
const planned =
  /^(The user['’]s ([\p{L}\d -]{2,40}?)(?: (?:to|with|for) [^,;]{2,40}?)? (?:is|are)) (?:(?:planned|scheduled|booked|set) )?(?:on|at|in|from|for|this|next|tomorrow)\b/u;

/** A fact of when or where something is, when that is cancelled: "The user's concert is cancelled". `null`: the clause says so of nothing that the fact is about. */
export function cancelled(content: string, clause: string): string | null {
  const what = saying.exec(clause)?.[1];
  const [, thing, of] = planned.exec(content) ?? [];
  if (what === undefined || of === undefined) return null;
  const known = conceptsOf(of);
  const said = conceptsOf(what);
  return said.length > 0 && said.every((each) => known.includes(each)) ? `${thing} cancelled` : null;
}
