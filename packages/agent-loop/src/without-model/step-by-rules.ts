import { OperationError, ownAnswers, ownQuotes, type ResponseOf } from '@agent-mem/contract';
import { whatLooksLike } from '@agent-mem/policy';
import { type AskedTurn, askedTurn } from '@agent-mem/recall';
import type { ModelStep } from '../reply/model-step.ts';
import type { Run } from '../run.ts';
import type { StepRecord } from '../step-record.ts';
import type { Tool } from '../tools/tool.ts';
import { findTool } from '../tools/tool-choice.ts';
import { askService } from './ask-service.ts';
import { courtesyFor, loosePoliteness } from './courtesy.ts';
import { experienceFor } from './experience.ts';
import { nearestSaid, quoteFor } from './nearest-said.ts';
import { quotedTurn } from './own-answer.ts';
import { sharedWords } from './shared-words.ts';
import { argumentsToForget, forgottenAnswer, type Unwanted } from './to-forget.ts';

const { away, noModel } = ownAnswers;
const unknown = `${ownAnswers.unknown} ${noModel}`;
const wish =
  /^(?:please |(?:can|could|would|will) you |help me )*(?:tell|write|give|show|make|create|explain|translate|summari[sz]e|draw|compute|calculate|find|search|list|help|convert|fix|generate|describe|compare|plan|suggest|recommend|book|order|send|call|play|open|run|check|delete|remove|remind)\b/i;
/** Messages of the conversation that are looked through where one is asked for, and how many at once. */
const mostMessages = 1_000;
const pageSize = 50;

/** The next step without a model: what the services that own the subject read in the message, done by the tools that a model has. */
export async function stepByRules(run: Run, records: readonly StepRecord[], tools: readonly Tool[]): Promise<ModelStep> {
  const { question } = run.request;
  const done = records.findLast(({ step }) => step.action === 'Forget' || step.action === 'Correct');
  if (done) return answer('The tool has answered.', afterTool(done, question));
  const courtesy = courtesyFor(question);
  if (courtesy !== null) return answer('The user is polite.', courtesy);
  if (run.usesMemory === false) return answer('Memory is off.', `${ownAnswers.memoryOff} ${noModel}`);

  const turn = askedTurn(question);
  if (turn) return answer('The user asks for what was said in this conversation.', quotedTurn(turn, await saidAt(run, turn)));
  return await interpreted(run, tools);
}

/** Where the facts do not answer, the other tiers may. */
async function interpreted(run: Run, tools: readonly Tool[]): Promise<ModelStep> {
  try {
    return await interpretedByFacts(run, tools);
  } catch (cause) {
    run.signal.throwIfAborted();
    if (!(cause instanceof OperationError && isAway(cause))) throw cause;
    return withoutFacts(run);
  }
}

function withoutFacts({ request, memory }: Run): ModelStep {
  return answer('The facts do not answer.', experienceFor(request.question, memory.episodes) ?? `${away} ${noModel}`);
}

function isAway({ type, retryable }: OperationError): boolean {
  return retryable || type === 'unavailable' || type === 'failed-precondition';
}

async function interpretedByFacts(run: Run, tools: readonly Tool[]): Promise<ModelStep> {
  const { question } = run.request;
  const asked = {
    ...run.scope,
    message: question,
    conversation_id: run.invocation.conversationId,
    previous: run.memory.lastQuery ?? null,
  };
  const {
    act,
    facts,
    content,
    answer: said,
    not_learned: unasked,
    // A service of an earlier version names none of either.
    withheld = [],
    parts = [],
  } = await askService(run, (options) => run.context.caller.call('facts', 'interpret', asked, options));
  const ids = facts.map(({ id }) => id);
  switch (act) {
    case 'statement':
      return answer(
        'The user states something.',
        [acknowledgement({ said, unasked, withheld }, learns(run)), content].filter((text) => text !== '').join(' '),
      );
    case 'forget':
      return await forgetting(run, tools, said, { ids, about: content, parts });
    case 'correction':
      return action(tools, said, 'Correct', { fact_id: ids.join(', '), fact_content: content });
    case 'question':
      if (said !== '') return answer('What is remembered answers the question.', said);
      return answer(
        'No fact answers the question.',
        experienceFor(question, run.memory.episodes) ?? nearestTo(run, content) ?? unknown,
      );
    default:
      if (wish.test(question)) return answer('The user wants something done.', `${ownAnswers.cannot} ${noModel}`);
      return answer('The user says something that asks for nothing.', loosePoliteness(question) ?? ownAnswers.asksNothing);
  }
}

/** What the user has stated: `said` is learned, `unasked` would be if they asked for it, and what is of the `withheld` kinds is not stored. */
interface Stated {
  readonly said: string;
  readonly unasked: string;
  readonly withheld: readonly string[];
}

function acknowledgement({ said, unasked, withheld }: Stated, isLearning: boolean): string {
  const all = [said, unasked].filter((text) => text !== '').join(' ');
  const secrets = withheld.length === 0 ? [] : [`I do not store ${whatLooksLike(withheld)}.`];
  if (all === '') return secrets[0] ?? 'I understand, but will not learn it.';
  if (!isLearning) return [`I understand, but will not learn it: ${all}`, ...secrets].join(' ');
  const learned = said === '' ? [] : [`I will remember: ${said}`];
  const onRequest = unasked === '' ? [] : [`I learn this only if you ask me to remember it: ${unasked}`];
  return [...learned, ...onRequest, ...secrets].join(' ');
}

/** What may answer where no fact does: what the user said, where it has more of the question's words than the nearest fact; else that fact. */
function nearestTo({ request: { question }, memory: { messages = [] } }: Run, fact: string): string | null {
  const [message] = nearestSaid(question, messages);
  const { sharedBy } = sharedWords(question);
  const isSaid = message !== undefined && sharedBy(message.content).length > sharedBy(fact).length;
  if (fact !== '' && !isSaid) return `${ownQuotes.nearest}${fact}`;
  return message ? `${ownQuotes.nearest}You said: "${quoteFor(question, message)}"` : null;
}

async function forgetting(run: Run, tools: readonly Tool[], said: string, unwanted: Unwanted): Promise<ModelStep> {
  const args = await argumentsToForget(run, unwanted);
  return args === null
    ? answer('The user wants something forgotten.', ownAnswers.nothingToForget)
    : action(tools, said, 'Forget', args);
}

/** The thought is what the facts come to: said again when the tool has done it. */
function action(tools: readonly Tool[], thought: string, name: string, args: Readonly<Record<string, string>>): ModelStep {
  if (findTool(tools, name)) return { kind: 'action', thought, action: name, args, problem: null };
  return answer(thought, `I understand, but may not change what I remember: the tool ${name} is switched off.`);
}

function afterTool({ step }: StepRecord, question: string): string {
  if (!step.success) return `I could not do it. ${step.observation.replace(/^Error: /, '')}`;
  return step.action === 'Forget' ? forgottenAnswer(step, question) : `I have corrected it: ${step.thought}`;
}

function answer(thought: string, text: string): ModelStep {
  return { kind: 'answer', thought, answer: text };
}

function learns({ context, request }: Run): boolean {
  return (request.enable_memory ?? true) && context.config.ENABLE_AUTO_FACT_EXTRACTION;
}

/** What was said at a turn of the conversation, as it is stored: the context may hold a part of it. `null`: there is no such turn. */
async function saidAt(run: Run, { whose, index }: AskedTurn): Promise<string | null> {
  const role = whose === 'answer' ? 'assistant' : 'user';
  let before = index < 0 ? -index - 1 : index;
  let cursor: string | null = null;
  for (let looked = 0; looked < mostMessages; ) {
    const { messages, next_cursor }: History = await historyOf(run, index < 0, cursor);
    const said = messages.filter((message) => message.role === role);
    if (before < said.length) return said[before]?.content ?? null;
    if (next_cursor === null) return null;
    before -= said.length;
    looked += messages.length;
    cursor = next_cursor;
  }
  return null;
}

type History = Pick<ResponseOf<'conversations', 'history'>, 'messages' | 'next_cursor'>;

async function historyOf(run: Run, newest_first: boolean, cursor: string | null): Promise<History> {
  const parts = { include_tool_calls: false, include_reasoning: false, limit: pageSize };
  const asked = { ...run.scope, conversation_id: run.invocation.conversationId, newest_first, cursor, ...parts };
  try {
    return await askService(run, (options) => run.context.caller.call('conversations', 'history', asked, options));
  } catch (cause) {
    if (cause instanceof OperationError && cause.type === 'not-found') return { messages: [], next_cursor: null };
    throw cause;
  }
}
