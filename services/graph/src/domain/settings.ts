import type { Settings } from '@agent-mem/contract';
import { type ScopeRules, storedSettings } from '@agent-mem/policy';
import type { GraphNode, NodeWrite } from '@agent-mem/storage';

/** What was set at one level, as the contract has it; nothing was where there is no node. */
export function settingsOf(node: GraphNode | undefined): Settings {
  return storedSettings.read(node?.properties ?? {});
}

/** What holds, as the contract has it. */
export function effectiveSettings(rules: Omit<ScopeRules, 'purges' | 'going'>): Settings {
  const { memory, sensitiveData, personalData, learnTokensPerDay, learning, profileSchema } = rules;
  return {
    memory,
    sensitive_data: sensitiveData,
    personal_data: personalData,
    learning_instructions: learning.instructions,
    keep_categories: [...learning.keep],
    never_categories: [...learning.never],
    learn_tokens_per_day: learnTokensPerDay,
    profile_schema: profileSchema,
  };
}

/** The node that sets this, instead of the one that was read. `now`: ISO 8601, UTC. */
export function settingsNode(id: string, settings: Settings, seen: GraphNode | undefined, now: string): NodeWrite {
  const set = Object.entries(settings).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return {
    id,
    kind: 'Settings',
    createdAt: seen?.createdAt ?? now,
    updatedAt: now,
    properties: storedSettings.write(Object.fromEntries(set)),
    expectedVersion: seen?.version ?? 0,
    record: 'set',
  };
}
