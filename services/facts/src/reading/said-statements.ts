import { isByRules, promptTime, sentencesOf } from '@agent-mem/llm';
import { inTurns } from '@agent-mem/runtime';
import { askToLearn, type EventContext, learningRules, type MessageSinceLastEnd, type WaitsFor } from '@agent-mem/service-kit';
import { believedFacts } from '../believed-facts.ts';
import type { Config } from '../config.ts';
import { besideModel } from '../domain/extraction/beside-model.ts';
import { attributed, type SaidStatement, saidStatementsAnswer } from '../domain/extraction/conversation-statements.ts';
import { inventedIn } from '../domain/extraction/invented.ts';
import { hasNothingToLearn } from '../domain/extraction/nothing-to-learn.ts';
import { saysAll } from '../domain/extraction/says-all.ts';
import { readFact } from '../domain/fact/fact-node.ts';
import { messageFacts } from '../domain/message/message-facts.ts';
import { correctedStatements } from './corrected-statements.ts';
import { isEachTurn } from './learn-every.ts';
import type { UnreadMessages } from './unread-messages.ts';

/** Longest part of a message that the model sees, in characters. */
const longestMessage = 4_000;
/** Facts of the conversation that the model sees. */
const maxExistingFacts = 50;

/** What a user said in some messages that is worth storing. */
export interface SaidInMessages {
  readonly statements: readonly SaidStatement[];
  /** Why the model is still to read them; `null`: it is not. */
  readonly waitsFor: WaitsFor | null;
  /** The model answered nothing that could be used: the rules have the last word. */
  readonly isUnusable: boolean;
}

/** What a user said in some messages, by the model, with what rules add to it; by rules, where there is no model, or its answers cannot be used, or its turn comes later. */
export async function saidStatements(
  unread: UnreadMessages,
  context: EventContext<Config>,
  options: { readonly isAtOnce: boolean },
): Promise<SaidInMessages> {
  const { messages } = unread;
  const known = await knownFrom(unread.conversationId, context, []);
  const readByRules = async () => {
    const right = await correctedStatements(unread, context);
    const before = unread.before.findLast(({ role }) => role === 'user')?.content ?? null;
    const said = await inTurns(messageFacts(messages, await believedBeside(unread, known, context), before));
    return [...said.filter(({ text }) => !right.some((each) => saysAll(each.text, text))), ...right];
  };
  const byRules = async (waitsFor: WaitsFor | null, isUnusable = false) => {
    return { statements: await readByRules(), waitsFor, isUnusable };
  };
  if (isByRules(context.chatModel)) return byRules(null);
  if (messages.every(({ content }) => hasNothingToLearn(content))) return { statements: [], waitsFor: null, isUnusable: false };
  if (!options.isAtOnce && !isEachTurn(context.config.LEARN_EVERY)) return byRules('turns');
  const said = await modelStatements(unread, known, context);
  if (!said.value) return byRules(said.waitsFor, said.waitsFor === null);
  const statements = besideModel(said.value, await readByRules(), context.analysis.language);
  return { statements, waitsFor: null, isUnusable: false };
}

/** What rules know of whom and what messages speak of, from every conversation that they see. Most messages that say nothing need none of it. */
async function believedBeside(
  { conversationId, messages }: UnreadMessages,
  known: readonly string[],
  context: EventContext<Config>,
): Promise<readonly string[]> {
  const telling = messages.map(({ content }) => content).filter((content) => !hasNothingToLearn(content));
  if (telling.length === 0) return known;
  const reading = { ...context, timeLeftMs: (atMost: number) => atMost };
  const nodes = await believedFacts(reading, telling.join('\n').slice(0, longestMessage), conversationId);
  return [...new Set([...known, ...nodes.map((node) => readFact(node).content)])];
}

/** What the model says of messages that the rules have read before: it does not see the facts that they made of them. */
export async function modelStatementsOf(unread: UnreadMessages, made: readonly string[], context: EventContext<Config>) {
  return modelStatements(unread, await knownFrom(unread.conversationId, context, made), context);
}

async function modelStatements(
  { conversationId, messages, before }: UnreadMessages,
  known: readonly string[],
  context: EventContext<Config>,
) {
  const telling = messages.filter(({ content }) => !hasNothingToLearn(content));
  const variables = {
    messages: telling.map(({ content, timestamp }, index) => ({
      number: index + 1,
      content: shortened(content),
      said_at: promptTime(timestamp),
    })),
    before: before.map(({ role, content }) => ({ role, content: shortened(content) })),
    known,
    ...(await learningRules(conversationId, context)),
  };
  const read = [...telling.map(({ content }) => shortened(content)), ...before.map(spokenOf), ...known].join('\n');
  const answer = saidStatementsAnswer(telling, inventedIn(read, context.analysis.language));
  const { value, waitsFor } = await askToLearn(context, 'conversation-facts', variables, answer);
  if (value === null) return { value, waitsFor };
  const statements = await inTurns(attributed(value.statements, telling, context.analysis.language));
  return { value: { ...value, statements }, waitsFor };
}

/** What the user may speak of that was said before: of the assistant's words its questions, which a user answers. */
function spokenOf({ role, content }: UnreadMessages['before'][number]): string {
  if (role === 'user') return content;
  return sentencesOf(content)
    .filter((sentence) => sentence.includes('?'))
    .join(' ');
}

/** What is believed of what this user said in the conversation. The same from an agent is left out: the user's own words may confirm it. */
async function knownFrom(
  conversationId: string,
  { graph, scope }: EventContext<Config>,
  except: readonly string[],
): Promise<readonly string[]> {
  const query = { kinds: ['Fact'], conversationId, order: 'createdAt', descending: true, limit: maxExistingFacts } as const;
  const { items } = await graph.find(scope, query);
  return items
    .filter(({ id }) => !except.includes(id))
    .map(readFact)
    .filter(({ trust }) => trust === 'user')
    .map(({ content }) => content);
}

function shortened(content: MessageSinceLastEnd['content']): string {
  return content.slice(0, longestMessage).toWellFormed();
}
