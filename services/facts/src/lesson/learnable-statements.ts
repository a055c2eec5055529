import { readScopeRules, redactingOnly, screenText } from '@agent-mem/policy';
import { inTurns } from '@agent-mem/runtime';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { isAskedToRemember } from '../domain/extraction/asked-to-remember.ts';
import { quoting } from '../domain/extraction/quote.ts';
import { refusal } from './learnable-facts.ts';
import type { Saying } from './put-right.ts';

/** What a message states, as far as it can be said to its writer what becomes of it. */
export interface LearnableStatements {
  readonly learned: readonly string[];
  /** Of health and national ids, and it puts nothing right: it would be learned if its writer asked for it. */
  readonly unasked: readonly string[];
  /** Kinds of what the scope's policy does not let be stored: what states it is in no other list. */
  readonly withheld: readonly string[];
}

/** Which of these statements of a message are learned from it. What is of no category that is to be learned is in no list. */
export async function learnableStatements(
  statements: readonly string[],
  message: string,
  conversationId: string | null,
  context: HandlerContext<Config>,
): Promise<LearnableStatements> {
  if (statements.length === 0) return { learned: [], unasked: [], withheld: [] };
  const rules = await readScopeRules(context, context.scope, conversationId);
  const policy = redactingOnly(rules);
  const [learned, unasked]: [string[], string[]] = [[], []];
  const withheld = new Set<string>();
  const now = new Date(context.clock.now()).toISOString();
  for (const content of statements) {
    const { thing: stored, found } = screenText({ text: content, name: 'content', path: 'content' }, policy);
    if (stored !== content) {
      for (const { kind } of found) withheld.add(kind);
      continue;
    }
    const { text } = await inTurns(quoting(content, message, context.analysis.language));
    const isAskedFor = isAskedToRemember(text, message);
    const reason = await refusal({ ...saying(content, now), isAskedFor }, rules.learning, conversationId, context);
    if (reason === null) learned.push(content);
    else if (reason === 'sensitive') unasked.push(content);
  }
  return { learned, unasked, withheld: [...withheld] };
}

/** What the user says now. */
function saying(content: string, timestamp: string): Saying {
  return { content, subject: null, predicate: null, object: null, timestamp, valid_from: null, valid_to: null, trust: 'user' };
}
