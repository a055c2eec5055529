import type { Applied, Wanted } from '@agent-mem/pulsar';

type Outcome = Applied['outcome'];

const done: Readonly<Record<Outcome, string>> = { made: 'made', there: 'there', changed: 'changed' };
const rehearsed: Readonly<Record<Outcome, string>> = { made: 'would make', there: 'there', changed: 'would change' };

/** What became of one thing, or in a rehearsal would, as a line for people. */
export function lineOf({ outcome, wanted, before }: Applied, rehearsal: boolean): string {
  const words = rehearsal ? rehearsed : done;
  const width = Math.max(...Object.values(words).map(({ length }) => length));
  return `${words[outcome].padEnd(width)}  ${describe(wanted)}${before === null ? '' : ` (was ${before})`}`;
}

/** How much of each there was. */
export function summaryOf(applied: readonly Applied[], rehearsal: boolean): string {
  const count = (outcome: Outcome) => applied.filter((one) => one.outcome === outcome).length;
  const [made, changed, there] = [count('made'), count('changed'), count('there')];
  if (rehearsal) return `Nothing was changed: ${made} to make, ${changed} to change, ${there} there`;
  return `${made} made, ${changed} changed, ${there} there`;
}

function describe(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'tenant':
      return `tenant ${wanted.tenant}`;
    case 'namespace':
      return `namespace ${wanted.namespace}`;
    case 'policy':
      return `${wanted.policy} of ${wanted.namespace}: ${JSON.stringify(wanted.value)}`;
    case 'permission':
      return `${wanted.actions.join(' and ')} in ${wanted.namespace} for role ${wanted.role}`;
    case 'topic':
      return `topic ${wanted.topic}`;
    case 'subscription':
      return `subscription ${wanted.subscription} of ${wanted.topic}`;
    case 'schema':
      return `schema of ${wanted.topic}`;
  }
}
