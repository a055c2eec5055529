import { limits } from '@agent-mem/contract';
import type { FlowEntry } from '@agent-mem/trustgraph';

/** A flow as events name it: workspace and flow, each percent-encoded, with "/" between them; `null`: that is longer than a name may be. */
export function nameOfFlow({ workspace, flow }: Pick<FlowEntry, 'workspace' | 'flow'>): string | null {
  const name = `${encodeURIComponent(workspace.toWellFormed())}/${encodeURIComponent(flow.toWellFormed())}`;
  return name.length <= limits.nameCharacters ? name : null;
}
