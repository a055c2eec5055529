import type { Settings } from '@agent-mem/contract';
import type { ScopeRules } from '@agent-mem/policy';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** What was set at one level, as the contract has it; nothing was where there is no node. */
export function settingsOf(node: GraphNode | undefined): Settings {
  const { memory, sensitive_data } = (node?.properties ?? {}) as Partial<Settings>;
  return { memory: memory ?? null, sensitive_data: sensitive_data ?? null };
}

/** What holds, as the contract has it. */
export function effectiveSettings({ memory, sensitiveData }: Pick<ScopeRules, 'memory' | 'sensitiveData'>): Settings {
  return { memory, sensitive_data: sensitiveData };
}

/** The node that sets this, instead of the one that was read. `now`: ISO 8601, UTC. */
export function settingsNode(id: string, settings: Settings, seen: GraphNode | undefined, now: string): NodeWrite {
  const { memory, sensitive_data } = settings;
  return {
    id,
    kind: 'Settings',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: { ...(memory && { memory }), ...(sensitive_data && { sensitive_data }) },
    expectedVersion: seen?.version ?? 0,
    record: 'set',
  };
}
