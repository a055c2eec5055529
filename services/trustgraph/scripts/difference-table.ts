import { differences } from '../test/differences.ts';

/** The table of what is different in a TrustGraph flow from TrustGraph's own agents, as Markdown. */
export function differenceTable(): string {
  const rows = Object.values(differences).map(({ stock, ours }) => `| ${stock} | ${ours} |`);
  return ['| TrustGraph 2.11.1 | agent-mem |', '| --- | --- |', ...rows].join('\n');
}
