import { dayOf } from '@agent-mem/contract';
import { isByRules, promptTime } from '@agent-mem/llm';
import type { Language } from '@agent-mem/recall/ranking';
import { inTurns, type Sliced } from '@agent-mem/runtime';
import { askToLearn, type EventContext, learningRules, type Taught, type WaitsFor } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import type { LearnedFact } from '../domain/extraction/asked-to-remember.ts';
import { besideModel } from '../domain/extraction/beside-model.ts';
import type { Extracted } from '../domain/extraction/extracted.ts';
import { inventedIn } from '../domain/extraction/invented.ts';
import { learnedFacts } from '../domain/extraction/learned.ts';
import { hasNothingToLearn } from '../domain/extraction/nothing-to-learn.ts';
import { quoting } from '../domain/extraction/quote.ts';
import { saysThatToo } from '../domain/extraction/says-all.ts';
import { type ExtractedStatement, mostStatements, statementsAnswer } from '../domain/extraction/statements.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { extractingFacts } from '../domain/message/extract-facts.ts';
import { knownNames } from '../domain/message/known-names.ts';
import { mayNameWhom } from '../domain/message/pronoun.ts';
import { withoutMovesHeld } from '../domain/message/updates/moved-on.ts';
import { withWhom } from '../domain/message/whom.ts';
import { isEachTurn } from './learn-every.ts';
import type { SaidInInvocation } from './said-in-invocation.ts';
import { saidMessage } from './unread-messages.ts';

/** Messages among which the user's last one is looked for. */
const mostBefore = 10;

/** What the user's message and the tools of an invocation say. */
export interface FoundInInvocation {
  readonly statements: readonly ExtractedStatement[];
  /** Why the model is still to read it; `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
  readonly isByModel: boolean;
}

/** What an invocation says, by the model, with what rules add to it; what the message says by rules, where there is no model, or its answers cannot be used, or its turn comes later. */
export async function invocationStatements(said: SaidInInvocation, context: EventContext<Config>): Promise<FoundInInvocation> {
  const { question } = said.done;
  const readByRules = async () => {
    const known = await believedFacts({ ...context, timeLeftMs: (atMost) => atMost }, question, null);
    const contents = known.map((node) => readFact(node).content);
    const at = Date.parse(saidTime(said));
    const before = mayNameWhom(question) ? await askedBefore(said, context) : null;
    const message = withWhom(question, before, contents);
    const statements = await inTurns(extractingFacts({ message, at, names: knownNames(contents) }));
    // The agent has put right what the message says otherwise: to learn it again would be to believe it twice.
    const right = known.filter(({ createdAt }) => said.done.started_at !== '' && createdAt >= said.done.started_at);
    const rightContents = right.map((node) => readFact(node).content);
    const fresh = statements.filter((statement) => !rightContents.some((content) => saysThatToo(content, statement)));
    return withoutMovesHeld(fresh, contents).map(saidByUser);
  };
  const byRules = async (waitsFor: WaitsFor | null) => ({ statements: await readByRules(), waitsFor, isByModel: false });
  if (isByRules(context.chatModel)) return byRules(null);
  const isSilent = said.observations.length === 0 && hasNothingToLearn(question);
  if (isSilent) return { statements: [], waitsFor: null, isByModel: true };
  if (!isEachTurn(context.config.LEARN_EVERY) && said.event.conversation_id !== '') return byRules('turns');
  const { value, waitsFor } = await statementsByModel([said], context);
  if (!value) return byRules(waitsFor);
  const statements = besideModel(value, await readByRules(), context.analysis.language);
  return { statements, waitsFor: null, isByModel: true };
}

/** What the user wrote in the conversation before it; `null`: nothing, or nothing that is stored yet. */
async function askedBefore(
  { done, event }: SaidInInvocation,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<string | null> {
  if (event.conversation_id === '') return null;
  const query = { kinds: ['Message'], conversationId: event.conversation_id, order: 'ordinal', descending: true } as const;
  const { items } = await graph.find(scope, { ...query, limit: mostBefore });
  const asked = items.map(saidMessage).filter(({ role }) => role === 'user');
  const own = asked.findIndex(({ id, content }) => id === done.question_message_id || content === done.question);
  return asked[own + 1]?.content ?? null;
}

/** When the user said it. */
function saidTime({ done, event }: SaidInInvocation): string {
  return done.started_at || event.timestamp;
}

/** What the model says of invocations, with one question. */
export async function statementsByModel(
  said: readonly SaidInInvocation[],
  context: EventContext<Config>,
): Promise<Taught<Extracted<ExtractedStatement>>> {
  const message = said.map(({ done }) => done.question).join('\n\n');
  const observations = said.flatMap((each) => each.observations);
  const read = [message, ...observations].join('\n');
  const variables = {
    message,
    ...saidAt(said),
    observations,
    ...(await learningRules(said[0]?.event.conversation_id || null, context)),
    ...(said.length > 1 ? { most: mostStatements(said.length) } : {}),
  };
  const answer = statementsAnswer(said.length, inventedIn(read, context.analysis.language));
  return askToLearn(context, 'extract-facts', variables, answer);
}

/** When all of it was said, where that is one day. */
function saidAt(said: readonly SaidInInvocation[]): { readonly said_at?: string } {
  const times = said.map(saidTime);
  const [first, ...others] = times.map(dayOf);
  return others.every((day) => day === first) ? { said_at: promptTime(times.at(-1) ?? '') } : {};
}

/** The facts to store for statements found in several invocations, each of the invocation that says most of it, the latest of equals. */
export function* learnedFromAll(
  said: readonly SaidInInvocation[],
  statements: readonly ExtractedStatement[],
  language: Language,
): Sliced<readonly LearnedFact[]> {
  const facts: LearnedFact[] = [];
  for (const statement of statements) {
    const shares: { readonly each: SaidInInvocation; readonly share: number }[] = [];
    for (const each of said.toReversed()) shares.push({ each, share: yield* shareIn(each, statement.text, language) });
    const [source] = shares.toSorted((a, b) => b.share - a.share);
    if (!source) continue;
    const { event, done, observations, injected } = source.each;
    facts.push(...(yield* learnedFacts(event, done, [statement], { observations, injected, language })));
  }
  return facts;
}

function* shareIn({ done, observations }: SaidInInvocation, text: string, language: Language): Sliced<number> {
  let most = 0;
  for (const each of [done.question, ...observations]) most = Math.max(most, (yield* quoting(text, each, language)).share);
  return most;
}

function saidByUser(text: string): ExtractedStatement {
  return { text, subject: null, predicate: null, object: null, validFrom: null, from: 'user' };
}
