import type { Settings } from '@agent-mem/contract';
import type { ScopeRules } from '@agent-mem/policy';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** What was set at one level, as the contract has it; nothing was where there is no node. */
export function settingsOf(node: GraphNode | undefined): Settings {
  const { memory = null, sensitive_data = null, learn_tokens_per_day = null } = (node?.properties ?? {}) as Partial<Settings>;
  return { memory, sensitive_data, learn_tokens_per_day };
}

/** What holds, as the contract has it. */
export function effectiveSettings({ memory, sensitiveData, learnTokensPerDay }: Omit<ScopeRules, 'purgedBefore'>): Settings {
  return { memory, sensitive_data: sensitiveData, learn_tokens_per_day: learnTokensPerDay };
}

/** The node that sets this, instead of the one that was read. `now`: ISO 8601, UTC. */
export function settingsNode(id: string, settings: Settings, seen: GraphNode | undefined, now: string): NodeWrite {
  const { memory, sensitive_data, learn_tokens_per_day } = settings;
  return {
    id,
    kind: 'Settings',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: {
      ...(memory && { memory }),
      ...(sensitive_data && { sensitive_data }),
      ...(learn_tokens_per_day === null ? {} : { learn_tokens_per_day }),
    },
    expectedVersion: seen?.version ?? 0,
    record: 'set',
  };
}
