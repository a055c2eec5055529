import { limitReached, offeredTools, type Run, type StepOutcome, takeStep } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import { promptsFrom } from '@agent-mem/service-kit';
import type { ExplainStep } from '@agent-mem/trustgraph';
import { answerExplained, decisionExplained } from '../explain/explain.ts';
import { flowRules } from '../flows/rules.ts';
import type { FlowRunMemory } from '../memory/memory.ts';
import { type FlowModel, flowModel } from '../model/flow-model.ts';
import { addUsage, knownUsage } from '../model/usage-sum.ts';
import { toolsOfStep } from '../tools/tools-of-step.ts';
import { taskState } from './carried.ts';
import { handOn } from './hand-on.ts';
import type { Step } from './step.ts';
import { thoughtPieces } from './thought-pieces.ts';
import { completionStep, parseError } from './wire-step.ts';

/** Thinks and acts once. Answers how the run has ended; `null`: it goes on. */
export async function thinkAndAct(step: Step, memory: FlowRunMemory): Promise<'completed' | 'max-iterations' | null> {
  const { agent, context, call, flow, number, names, flowRun, report, records } = step;
  const { request, reply, signal } = call;
  const { clock, config } = context;
  const pending: Promise<void>[] = [];
  const send = (sent: Promise<void>) => {
    sent.catch(() => undefined);
    pending.push(sent);
  };

  let traced = names.iteration(number);
  const toolContext = {
    clients: flow.clients,
    toolServices: flow.settings('tool-service'),
    parentUri: names.iteration(number),
    onExplain({ id, graph, triples }: ExplainStep) {
      traced = id;
      send(reply.explain(id, triples, graph));
    },
  };
  const tools = toolsOfStep(step, memory, toolContext);
  const offered = offeredTools(tools, ['*'], taskState(request.state));
  const model = flowModel({
    flow,
    refused: agent.stateOf(flow).refused,
    askedAsStock: memory.isOn ? null : request,
    ownModel: context.chatModel,
  });

  const pieces = thoughtPieces();
  let isThoughtSent = false;
  const sendEmptyThought = () => {
    if (!request.streaming && !isThoughtSent) send(reply.thought({ text: '', id: names.thought(number) }));
  };
  const started = clock.now();
  const modelAnswered = () => {
    const ms = clock.now() - started;
    context.metrics.flowRun.modelAnswered(agent.processorId, ms);
    return ms;
  };
  const run: Run = {
    context: { ...context, chatModel: model, config: { ...config, TOOL_TIMEOUT_MS: config.TRUSTGRAPH_TOOL_TIMEOUT_MS } },
    scope: flowRun.scope,
    invocation: flowRun.invocation,
    request: flowRun.request,
    tools,
    prompts: await promptsFrom(config.PROMPTS_FILE),
    memory: memory.recalled,
    workingMemory: memory.workingMemory,
    capture: memory.capture,
    signal,
    rules: flowRules(config),
    async beforeAction({ thought, action, args }) {
      const modelMs = modelAnswered();
      sendEmptyThought();
      const name = action || parseError;
      const isThoughtStored = await report.store({ id: names.thought(number), title: `Agent Thought: ${name}`, text: thought });
      const candidates = offered.map((tool) => tool.name);
      const decision = { action: name, args, candidates, modelMs, usage: model.usage, isThoughtStored };
      await report.explain(decisionExplained(names, number, decision));
    },
  };

  const frames = takeStep(run, records);
  let outcome: StepOutcome | null = null;
  while (outcome === null) {
    const next = await frames.next();
    if (next.done) outcome = next.value;
    else if (next.value.type === 'thought') {
      isThoughtSent = true;
      for (const piece of pieces(next.value.content, next.value.end_of_message))
        send(reply.thought({ ...piece, id: names.thought(number) }));
    } else if (next.value.type === 'observation')
      send(reply.observation({ text: next.value.content, id: names.observation(number) }));
    else if (next.value.type === 'answer' && !flowRun.isSubagent)
      send(reply.answerPart({ text: next.value.content, id: names.final }));
  }
  const usage = addUsage(flowRun.carried.usage, model.usage);
  reportUsage(context, model);
  if (outcome.kind === 'waiting') throw new OperationError('internal', 'A run of a flow cannot wait');
  if (outcome.kind === 'step') {
    await Promise.all(pending);
    // The text of a flow's model has one action.
    const [record] = outcome.records;
    if (record) await handOn(step, record, { offered, traced, usage, memory: memory.carried(outcome.tier) });
    return null;
  }
  const { answer, thought, cutShort, isStreamed } = outcome;
  const ended = cutShort === limitReached ? 'max-iterations' : 'completed';
  modelAnswered();
  sendEmptyThought();
  if (request.streaming && !isStreamed && !flowRun.isSubagent) send(reply.answerPart({ text: answer, id: names.final }));
  const title = `Agent Answer: ${[...request.question].slice(0, 50).join('')}...`;
  const isStored = await report.store({ id: names.answerDocument, title, text: answer });
  await report.explain(answerExplained(names, number, isStored));
  await Promise.all(pending);
  if (flowRun.isSubagent) {
    await call.next({ ...request, session_id: flowRun.sessionId, history: [completionStep(answer)] });
    return ended;
  }
  await memory.ended({ answer, thought, cutShort }, records);
  await reply.finish({ text: request.streaming ? '' : answer, id: names.final }, knownUsage(usage));
  return ended;
}

/** As far as the flow's services report it. What a model of our own was asked is counted where it is asked. */
function reportUsage({ metrics }: Step['context'], { id, usage }: FlowModel): void {
  if (usage.inTokens === null && usage.outTokens === null) return;
  const tokens = { tokens_in: usage.inTokens ?? 0, tokens_out: usage.outTokens ?? 0 };
  metrics.modelUsage({ model: usage.model ?? id, calls: 1, ...tokens, estimated: false });
}
