import { randomUUID } from 'node:crypto';
import { OperationError } from '@agent-mem/contract';
import { promptsFrom } from '@agent-mem/service-kit';
import { type AgentCall, type ExplainStep, type RunNames, runNames, type ServedFlow } from '@agent-mem/trustgraph';
import type { AgentContext } from '../agent-context.ts';
import type { StepRecord } from '../domain/step-record.ts';
import { offeredTools } from '../domain/tool-choice.ts';
import type { Run } from '../loop/run.ts';
import { type StepOutcome, takeStep } from '../loop/take-step.ts';
import type { Tool } from '../tool.ts';
import { boundedRequest } from './bounded-request.ts';
import { type Carried, carriedBy, carrying, recordsOf, restOf, taskState } from './carried.ts';
import { type Dialogue, dialogueOf, ofConversationAlone } from './dialogue.ts';
import { answerExplained, decisionExplained, observationExplained, sessionExplained } from './explain.ts';
import { flowConfig } from './flow-config.ts';
import { flowModel } from './flow-model.ts';
import type { FlowState } from './flow-state.ts';
import { keepAlive, signOfLife } from './keep-alive.ts';
import { type DialogueMemory, openDialogueMemory } from './memory.ts';
import { memoryExplained, memoryText } from './memory-explain.ts';
import type { RulesOfScopes } from './memory-rules.ts';
import { flowRules } from './rules.ts';
import { type RunReport, runReport } from './run-report.ts';
import { stockTerms } from './stock-terms.ts';
import { thoughtPieces } from './thought-pieces.ts';
import { addUsage, knownUsage } from './usage-sum.ts';
import { completionStep, isCompletion, parseError, wireStep } from './wire-step.ts';

/** What takes the steps of the dialogues in all flows of a processor. */
export interface FlowAgent {
  readonly context: AgentContext;
  readonly processorId: string;
  /** Config types with parameters, the one that wins first. */
  readonly configTypes: readonly string[];
  /** The project's own tools. */
  readonly tools: readonly Tool[];
  readonly rules: RulesOfScopes;
  stateOf(flow: Pick<ServedFlow, 'clients'>): FlowState;
}

/** One step on its way. */
interface Step {
  readonly agent: FlowAgent;
  /** With the flow's settings and model in place of the process's own. */
  readonly context: AgentContext;
  readonly call: AgentCall;
  readonly flow: ServedFlow;
  /** Counted from 1. */
  readonly number: number;
  readonly names: RunNames;
  readonly dialogue: Dialogue;
  readonly report: RunReport;
  readonly records: readonly StepRecord[];
}

/**
 * Takes one step of a dialogue: tells its frames, and either ends the dialogue or hands it on. Rejects with an `OperationError` when the dialogue is over without an answer; the
 * door then tells its words.
 */
export async function takeDialogueStep(agent: FlowAgent, call: AgentCall, flow: ServedFlow): Promise<void> {
  const { request, reply, signal } = call;
  const { clock, log, metrics } = agent.context;
  if (request.correlation_id !== '' && isCompletion(request.history))
    throw new OperationError('unimplemented', `No supervisor takes the answer of the sub-agent ${request.correlation_id}`);
  const sessionId = request.session_id || randomUUID();
  const names = runNames(sessionId);
  const carried = carriedBy(request, clock.now());
  const { workspace } = flow.entry;
  const report = runReport(call, flow, agent.stateOf(flow).librarian, { clock, log });
  const { id, triples } = signOfLife(names);
  using _ = keepAlive(clock, () => reply.explain(id, triples));
  const number = request.history.length + 1;
  if (number === 1) await report.explain(sessionExplained(names, request.question, carried.startedAt, request.parent_session_id));

  const config = contextWithFraming(flowConfig(flow, agent.configTypes, agent.context.config, log), request.framing);
  const context = { ...agent.context, config };
  const asked = dialogueOf(call, sessionId, workspace, carried);
  const dialogue = config.TRUSTGRAPH_MEMORY_SCOPE === 'conversation' ? ofConversationAlone(asked) : asked;
  const records = recordsOf(request, carried);
  const step: Step = { agent, context, call, flow, number, names, dialogue, report, records };
  const ended = (outcome: 'completed' | 'max-iterations' | 'error') => metrics.dialogue.ended(agent.processorId, outcome, number);
  let memory: DialogueMemory | null = null;
  try {
    const { processorId, rules } = agent;
    memory = await openDialogueMemory(context, { dialogue, question: request, processorId, rules, signal });
    if (number === 1 && memory.isOn) await explainMemory(step, memory);
    if (await goOn(step, memory)) ended('completed');
  } catch (cause) {
    signal.throwIfAborted();
    const error = OperationError.from(cause);
    if (error.type === 'internal')
      log.error({ invocation_id: dialogue.invocation.invocationId, err: cause }, 'a dialogue failed');
    ended(records.length >= config.MAX_ITERATIONS ? 'max-iterations' : 'error');
    await memory?.ended({ error }, records);
    throw error;
  }
}

/** Tells what was recalled. */
async function explainMemory({ names, report }: Step, { recalled }: DialogueMemory): Promise<void> {
  const isKept = await report.keep({ id: names.memory, title: 'Agent Memory', text: memoryText(recalled) });
  await report.explain(memoryExplained(names, recalled, isKept));
}

/** Thinks and acts once. Answers whether the dialogue has ended. */
async function goOn(step: Step, memory: DialogueMemory): Promise<boolean> {
  const { agent, context, call, flow, number, names, dialogue, report, records } = step;
  const { request, reply, signal } = call;
  const { clock, config } = context;
  const pending: Promise<void>[] = [];
  const tell = (sent: Promise<void>) => {
    sent.catch(() => undefined);
    pending.push(sent);
  };

  let traced = names.iteration(number);
  const own = agent.stateOf(flow).tools.read(flow);
  if (
    own.length === 0 &&
    !memory.isOn &&
    agent.tools.length === 0 &&
    !isConfigured(flow) &&
    records.length < config.MAX_ITERATIONS
  )
    throw new OperationError('failed-precondition', `No agent configuration for workspace ${flow.entry.workspace}`);
  const surroundings = {
    clients: flow.clients,
    toolServices: flow.settings('tool-service'),
    parentUri: names.iteration(number),
    onExplain({ id, graph, triples }: ExplainStep) {
      traced = id;
      tell(reply.explain(id, triples, graph));
    },
  };
  const tools = toolsOf(request.group, [...own.map((tool) => tool(surroundings)), ...agent.tools], memory.tools);
  const offered = offeredTools(tools, ['*'], taskState(request.state));
  const model = flowModel({
    flow,
    refused: agent.stateOf(flow).refused,
    stockTerms: memory.isOn ? null : stockTerms(request, offered, config.ADDITIONAL_CONTEXT),
    ownModel: context.chatModel,
  });

  const pieces = thoughtPieces();
  let isThoughtTold = false;
  const tellNoThought = () => {
    if (!request.streaming && !isThoughtTold) tell(reply.thought({ text: '', id: names.thought(number) }));
  };
  const started = clock.now();
  const modelAnswered = () => {
    const ms = clock.now() - started;
    context.metrics.dialogue.modelAnswered(agent.processorId, ms);
    return ms;
  };
  const run: Run = {
    context: { ...context, chatModel: model, config: { ...config, TOOL_TIMEOUT_MS: config.TRUSTGRAPH_TOOL_TIMEOUT_MS } },
    scope: dialogue.scope,
    invocation: dialogue.invocation,
    request: dialogue.request,
    tools,
    prompts: await promptsFrom(config.PROMPTS_FILE),
    memory: memory.recalled,
    workingMemory: memory.workingMemory,
    signal,
    rules: flowRules(config),
    async beforeAction({ thought, action, args }) {
      const modelMs = modelAnswered();
      tellNoThought();
      const name = action || parseError;
      const isThoughtKept = await report.keep({ id: names.thought(number), title: `Agent Thought: ${name}`, text: thought });
      const candidates = offered.map((tool) => tool.name);
      const decision = { action: name, args, candidates, modelMs, usage: model.usage, isThoughtKept };
      await report.explain(decisionExplained(names, number, decision));
    },
  };

  const frames = takeStep(run, records);
  let outcome: StepOutcome | null = null;
  while (outcome === null) {
    const next = await frames.next();
    if (next.done) outcome = next.value;
    else if (next.value.type === 'thought') {
      isThoughtTold = true;
      for (const piece of pieces(next.value.content, next.value.end_of_message))
        tell(reply.thought({ ...piece, id: names.thought(number) }));
    } else if (next.value.type === 'observation')
      tell(reply.observation({ text: next.value.content, id: names.observation(number) }));
    else if (next.value.type === 'answer' && !dialogue.isSubagent)
      tell(reply.answerPart({ text: next.value.content, id: names.final }));
  }
  const usage = addUsage(dialogue.carried.usage, model.usage);
  if (outcome.kind === 'step') {
    await Promise.all(pending);
    await handOn(step, outcome.record, { offered, traced, usage, memory: memory.carried(outcome.tier) });
    return false;
  }
  const { answer, isShown } = outcome;
  modelAnswered();
  tellNoThought();
  if (request.streaming && !isShown && !dialogue.isSubagent) tell(reply.answerPart({ text: answer, id: names.final }));
  const title = `Agent Answer: ${[...request.question].slice(0, 50).join('')}...`;
  const isKept = await report.keep({ id: names.answerDocument, title, text: answer });
  await report.explain(answerExplained(names, number, isKept));
  await Promise.all(pending);
  if (dialogue.isSubagent) {
    await call.next({ ...request, session_id: dialogue.sessionId, history: [completionStep(answer)] });
    return true;
  }
  await memory.ended({ answer }, records);
  await reply.finish({ text: request.streaming ? '' : answer, id: names.final }, knownUsage(usage));
  return true;
}

/** Tells what came of the action, and hands the question on to whichever agent of the flow takes the next step. */
async function handOn(
  { agent, context, call, names, number, dialogue, report, records }: Step,
  record: StepRecord,
  {
    offered,
    traced,
    ...rest
  }: Pick<Carried, 'usage' | 'memory'> & { readonly offered: readonly Tool[]; readonly traced: string },
): Promise<void> {
  const { request } = call;
  const { step, unusable } = record;
  const tool = offered.find(({ name }) => name === step.action);
  if (tool) context.metrics.dialogue.toolCalled(agent.processorId, tool.name, step.duration_ms, step.success);
  const id = names.observation(number);
  const isKept = await report.keep({ id, title: 'Agent Observation', text: step.observation });
  const error = step.success ? null : step.observation.replace(/^Error: /, '');
  await report.explain(observationExplained(names, number, { from: traced, isKept, toolMs: step.duration_ms, error }));
  const { startedAt, steps } = dialogue.carried;
  // As many as the history has, also after a step that another agent took.
  const before = records.map((known, index) => steps[index] ?? restOf(known));
  const carried: Carried = { startedAt, steps: [...before, restOf(record)], ...rest };
  const next = {
    ...request,
    session_id: dialogue.sessionId,
    state: unusable || !tool ? request.state : record.state || 'undefined',
    // The other patterns were not followed: who goes on must not take them up in the middle.
    pattern: request.pattern === '' ? '' : 'react',
    history: [...request.history, wireStep(record)],
  };
  await call.next(boundedRequest(carrying(next, carried)));
}

/** Those of the groups that were asked for: none said is `default`, and an empty list is none at all. The tools of memory take the place of others of their name. */
function toolsOf(group: readonly string[] | null, tools: readonly Tool[], memory: readonly Tool[]): readonly Tool[] {
  const others = tools.filter(({ name }) => !memory.some((tool) => tool.name === name));
  const groups = group ?? ['default'];
  return [...others, ...memory].filter(
    ({ groups: own = ['default'] }) => groups.includes('*') || own.some((each) => groups.includes(each)),
  );
}

function isConfigured(flow: ServedFlow): boolean {
  return ['tool', 'tool-service'].some((type) => Object.keys(flow.settings(type)).length > 0);
}

/** A frame that a supervisor sets stands behind the agent's own context. */
function contextWithFraming(config: AgentContext['config'], framing: string): AgentContext['config'] {
  return { ...config, ADDITIONAL_CONTEXT: [config.ADDITIONAL_CONTEXT, framing].filter((text) => text !== '').join('\n\n') };
}
