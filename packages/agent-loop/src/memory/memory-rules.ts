import { OperationError, type Scope } from '@agent-mem/contract';
import { type DefaultSettings, readScopeRules } from '@agent-mem/policy';
import type { Graph } from '@agent-mem/storage';
import type { LoopContext } from '../loop-context.ts';
import { timeLimit } from '../time-limit.ts';

/** Where the settings of users, scopes and conversations are looked up. */
export interface RulesOfScopes {
  readonly graph: Pick<Graph, 'get'>;
  readonly defaultSettings: DefaultSettings;
}

/** What was set about memory. Settings that cannot be read in time are not waited for: the services that recall and learn read them too. */
export async function memoryRules(
  { clock, config, log }: Pick<LoopContext, 'clock' | 'config' | 'log'>,
  rules: RulesOfScopes,
  scope: Scope,
  conversationId: string | null,
  signal: AbortSignal,
): Promise<Pick<DefaultSettings, 'memory' | 'sensitiveData' | 'personalData'>> {
  using limit = timeLimit(clock, config.MEMORY_DEADLINE_MS, signal, () => new OperationError('deadline-exceeded', 'too late'));
  try {
    const { memory, sensitiveData, personalData } = await limit.race(readScopeRules(rules, scope, conversationId));
    return { memory, sensitiveData, personalData };
  } catch (cause) {
    signal.throwIfAborted();
    log.warn({ err: cause }, 'the settings of memory cannot be read');
    return rules.defaultSettings;
  }
}
