import { timeLimit } from '@agent-mem/agent-loop';
import { OperationError, type Scope } from '@agent-mem/contract';
import { type DefaultSettings, readScopeRules } from '@agent-mem/policy';
import type { Graph } from '@agent-mem/storage';
import type { FlowContext } from '../flow-context.ts';

/** Where the settings of users, scopes and conversations are looked up. */
export interface RulesOfScopes {
  readonly graph: Pick<Graph, 'get'>;
  readonly defaultSettings: DefaultSettings;
}

/** What was set about memory. Where that cannot be read in time it is not waited for: the services ask for themselves. */
export async function memoryRules(
  { clock, config, log }: Pick<FlowContext, 'clock' | 'config' | 'log'>,
  rules: RulesOfScopes,
  scope: Scope,
  conversationId: string,
  signal: AbortSignal,
): Promise<DefaultSettings> {
  using limit = timeLimit(clock, config.MEMORY_DEADLINE_MS, signal, () => new OperationError('deadline-exceeded', 'too late'));
  try {
    const { memory, sensitiveData } = await limit.race(readScopeRules(rules, scope, conversationId));
    return { memory, sensitiveData };
  } catch (cause) {
    signal.throwIfAborted();
    log.warn({ err: cause }, 'the settings of memory cannot be read');
    return rules.defaultSettings;
  }
}
