import type { ProfileSchema } from '@agent-mem/policy';
import { countTokens } from '@agent-mem/recall/ranking';

/** A fact that may stand in a profile. */
export interface Candidate {
  readonly id: string;
  readonly field: string;
  readonly content: string;
  /** The higher stands before the lower. */
  readonly rank: number;
}

/** A profile within its budget. */
export interface ProfileBlock<Own extends Candidate> {
  /** In the order of the schema, best first. Those without a fact are left out. */
  readonly fields: readonly { readonly name: string; readonly description: string; readonly entries: readonly Own[] }[];
  readonly text: string;
  readonly tokens: number;
  /** What had no room, and why. */
  readonly leftOut: readonly { readonly id: string; readonly reason: 'top_k' | 'tokens' }[];
}

/** What a prompt writes around the block, in tokens. */
const aroundBlock = 48;

/** Chooses facts for a profile: the best of each field, then the next best of each, while there is room. What is too long for the room left is passed over. */
export function profileBlock<Own extends Candidate>(
  candidates: readonly Own[],
  { fields }: ProfileSchema,
  maxTokens: number,
): ProfileBlock<Own> {
  const room = Math.max(0, maxTokens - aroundBlock);
  const columns = fields.map((field) => {
    const own = candidates.filter((each) => each.field === field.name).toSorted((a, b) => b.rank - a.rank);
    return { field, shown: own.slice(0, field.most), over: own.slice(field.most) };
  });
  const chosen = new Set<Own>();
  const tokensWith = (more: readonly Own[]) => countTokens(textOf(new Set([...chosen, ...more])));
  const rounds = Math.max(0, ...columns.map(({ shown }) => shown.length));
  for (let round = 0; round < rounds; round += 1)
    for (const { shown } of columns) {
      const next = shown[round];
      if (next && tokensWith([next]) <= room) chosen.add(next);
    }
  const text = textOf(chosen);
  return {
    fields: columns.flatMap(({ field: { name, description }, shown }) => {
      const entries = shown.filter((each) => chosen.has(each));
      return entries.length > 0 ? [{ name, description, entries }] : [];
    }),
    text,
    tokens: countTokens(text),
    leftOut: columns.flatMap(({ shown, over }) => [
      ...shown.filter((each) => !chosen.has(each)).map(({ id }) => ({ id, reason: 'tokens' as const })),
      ...over.map(({ id }) => ({ id, reason: 'top_k' as const })),
    ]),
  };

  function textOf(of: ReadonlySet<Own>): string {
    return columns
      .flatMap(({ field, shown }) => {
        const lines = shown.filter((each) => of.has(each)).map(({ content }) => content.replace(/\s+/g, ' ').trim());
        return lines.length > 0 ? `${field.name}: ${lines.join('; ')}` : [];
      })
      .join('\n');
  }
}
