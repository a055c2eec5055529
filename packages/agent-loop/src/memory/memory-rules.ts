import type { Scope } from '@agent-mem/contract';
import { type DefaultSettings, type RuleSource, readScopeRules } from '@agent-mem/policy';
import { timeLimit } from '@agent-mem/runtime';
import type { LoopContext } from '../loop-context.ts';

/** What was set about memory. Settings that cannot be read in time are not waited for: the services that recall and learn read them too. */
export async function memoryRules(
  { clock, config, log }: Pick<LoopContext, 'clock' | 'config' | 'log'>,
  rules: RuleSource,
  scope: Scope,
  conversationId: string | null,
  signal: AbortSignal,
): Promise<Pick<DefaultSettings, 'memory' | 'sensitiveData' | 'personalData'>> {
  using limit = timeLimit(clock, config.MEMORY_DEADLINE_MS, signal, 'too late');
  try {
    const { memory, sensitiveData, personalData } = await limit.race(readScopeRules(rules, scope, conversationId));
    return { memory, sensitiveData, personalData };
  } catch (cause) {
    signal.throwIfAborted();
    log.warn({ err: cause }, 'the settings of memory cannot be read');
    return rules.defaultSettings;
  }
}
