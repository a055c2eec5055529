import { type Clock, dayMs, dayOf, type Scope, scopeOf } from '@agent-mem/contract';
import type { CallUsage } from '@agent-mem/llm';
import type { ScopeRules } from '@agent-mem/policy';
import type { KeyValue } from '@agent-mem/storage';
import type { HostPorts } from '../context.ts';

/** A count is of use until its day is over, wherever its clock is. */
const ttlMs = 2 * dayMs;
/** Another process may count at the same moment. */
const mostTries = 20;

/** No caller can name it: names have no control characters. */
const fleetScope = scopeOf({ workspace: '\u001ffleet', user: '\u001ffleet', collection: '\u001ffleet' });

type Counting = { readonly clock: Pick<Clock, 'now'>; readonly keyValue: Pick<KeyValue, 'get' | 'compareAndSet'> };

/** Tokens that models took today to learn, and the limits; a limit of 0 is none. */
export interface TokenBudget {
  readonly inScope: number;
  readonly inAll: number;
  readonly perScope: number;
  readonly perFleet: number;
  readonly isSpent: boolean;
}

/** What the day's budget of a scope and of the fleet has come to. A count that is lost allows the day's tokens once more. */
export async function tokenBudget(
  scope: Scope,
  { learnTokensPerDay }: Pick<ScopeRules, 'learnTokensPerDay'>,
  { clock, keyValue, defaultSettings }: Counting & Pick<HostPorts, 'defaultSettings'>,
): Promise<TokenBudget> {
  const key = keyOf(clock.now());
  const [inScope, inAll] = await Promise.all([scope, fleetScope].map(async (each) => countOf(await keyValue.get(each, key))));
  const [perScope, perFleet] = [learnTokensPerDay ?? 0, defaultSettings.learnTokensPerDay];
  const isOver = (count: number, limit: number) => limit > 0 && count >= limit;
  const [own = 0, all = 0] = [inScope, inAll];
  return { inScope: own, inAll: all, perScope, perFleet, isSpent: isOver(own, perScope) || isOver(all, perFleet) };
}

/** Counts what a model took to learn. */
export async function addTokens(scope: Scope, usages: readonly CallUsage[], { clock, keyValue }: Counting): Promise<void> {
  const tokens = usages.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0);
  if (tokens === 0) return;
  const key = keyOf(clock.now());
  await Promise.all([scope, fleetScope].map((each) => add(each)));

  async function add(counted: Scope): Promise<void> {
    for (let tried = 0; tried < mostTries; tried++) {
      const seen = await keyValue.get(counted, key);
      const sum = String(countOf(seen) + tokens);
      if ((await keyValue.compareAndSet(counted, key, seen?.version ?? 0, sum, { ttlMs })) !== null) return;
    }
  }
}

function countOf(entry: { readonly value: string } | null): number {
  return Number(entry?.value ?? 0) || 0;
}

function keyOf(now: number): string {
  return `learn-tokens:${dayOf(now)}`;
}
