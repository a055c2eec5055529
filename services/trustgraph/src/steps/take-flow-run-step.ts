import { randomUUID } from 'node:crypto';
import { noteEnd } from '@agent-mem/access';
import { limitReached } from '@agent-mem/agent-loop';
import { limits, OperationError, type Scope } from '@agent-mem/contract';
import { type AgentCall, runNames, type ServedFlow } from '@agent-mem/trustgraph';
import { sessionExplained } from '../explain/explain.ts';
import { memoryExplained, memoryText } from '../explain/memory-explain.ts';
import { runReport } from '../explain/run-report.ts';
import type { FlowContext } from '../flow-context.ts';
import { authorizedQuestion } from '../flows/authorized-question.ts';
import { flowConfig } from '../flows/flow-config.ts';
import { flowRunOf, ofConversationAlone } from '../flows/flow-run.ts';
import { type FlowRunMemory, openFlowRunMemory } from '../memory/memory.ts';
import { withCapturedHistory } from './captured-history.ts';
import { carriedBy, recordsOf } from './carried.ts';
import { keepAlive, signOfLife } from './keep-alive.ts';
import type { FlowAgent, Step } from './step.ts';
import { thinkAndAct } from './think-and-act.ts';
import { isCompletion } from './wire-step.ts';

/**
 * Takes one step of a run: sends its frames, and either ends the run or hands it on. Rejects with an `OperationError` when the run is over without an answer; the flow consumer
 * then sends its message.
 */
export async function takeFlowRunStep(agent: FlowAgent, call: AgentCall, flow: ServedFlow): Promise<void> {
  const { request } = call;
  if (request.correlation_id !== '' && isCompletion(request.history))
    throw new OperationError('unimplemented', `No supervisor takes the answer of the sub-agent ${request.correlation_id}`);
  const report = { log: agent.context.log, reported: agent.stateOf(flow).malformed };
  const config = contextWithFraming(flowConfig(flow, agent.configTypes, agent.context.config, report), request.framing);
  const asked = await authorizedQuestion(agent, config.TRUSTGRAPH_MEMORY_MODE, flow, request);
  await noteEnd(asked, async () => {
    try {
      await takeAuthorizedStep({ ...agent, context: { ...agent.context, config } }, call, flow, asked.scope);
    } catch (cause) {
      throw namingLongQuestion(cause, request.question);
    }
    return null;
  });
}

/** A prompt or frame that is too large for the broker is so for the question, where that is half of it: the client is to read that, and not the size of a frame. */
function namingLongQuestion(cause: unknown, question: string): unknown {
  if (!(cause instanceof OperationError) || cause.type !== 'out-of-range') return cause;
  const bytes = Buffer.byteLength(JSON.stringify(question));
  if (bytes < limits.messageBytes / 2) return cause;
  return cause.saying(
    `AgentRequest.question: is too long, with ${bytes} bytes of JSON: its prompt must pass the broker in a message of ${limits.messageBytes} bytes; ask with less text`,
  );
}

/** Takes it in this scope. `agent` has the flow's settings. */
async function takeAuthorizedStep(agent: FlowAgent, call: AgentCall, flow: ServedFlow, scope: Scope): Promise<void> {
  const { request, reply, signal } = call;
  const { context } = agent;
  const { clock, config, log, metrics } = context;
  const sessionId = request.session_id || randomUUID();
  const names = runNames(sessionId);
  const carried = carriedBy(request, clock.now());
  const { librarian } = agent.stateOf(flow);
  const report = runReport(call, flow, librarian, { clock, log });
  const { id, triples } = signOfLife(names);
  using _ = keepAlive(clock, () => reply.explain(id, triples));
  const number = request.history.length + 1;
  if (number === 1) await report.explain(sessionExplained(names, request.question, carried.startedAt, request.parent_session_id));

  const asked = flowRunOf(call, sessionId, flow.entry, carried, scope);
  const flowRun = config.TRUSTGRAPH_MEMORY_SCOPE === 'conversation' ? ofConversationAlone(asked) : asked;
  const records = recordsOf(request, carried);
  const step: Step = { agent, context, call, flow, number, names, flowRun, report, records };
  const ended = (outcome: 'completed' | 'max-iterations' | 'error') => metrics.flowRun.ended(agent.processorId, outcome, number);
  let memory: FlowRunMemory | null = null;
  try {
    const { processorId, rules } = agent;
    memory = await openFlowRunMemory(context, { flowRun, question: request, processorId, rules, signal });
    if (number === 1 && memory.isOn) await explainMemory(step, memory);
    const captured = await withCapturedHistory(request, memory, signal);
    const next = {
      ...step,
      call: { ...call, request: captured, next: (handedOn: typeof request) => call.next(handedOn) },
      records: captured === request ? records : recordsOf(captured, carried),
    };
    const end = await thinkAndAct(next, memory);
    if (end) ended(end);
  } catch (cause) {
    signal.throwIfAborted();
    const error = OperationError.from(cause);
    if (error.type === 'internal') log.error({ invocation_id: flowRun.invocation.invocationId, err: cause }, 'a run failed');
    ended(error.message === limitReached ? 'max-iterations' : 'error');
    await memory?.ended({ error }, records);
    throw error;
  }
}

/** Reports what was recalled. */
async function explainMemory({ names, report }: Step, { recalled }: FlowRunMemory): Promise<void> {
  const isStored = await report.store({ id: names.memory, title: 'Agent Memory', text: memoryText(recalled) });
  await report.explain(memoryExplained(names, recalled, isStored));
}

/** A frame that a supervisor sets stands behind the agent's own context. */
function contextWithFraming(config: FlowContext['config'], framing: string): FlowContext['config'] {
  return { ...config, ADDITIONAL_CONTEXT: [config.ADDITIONAL_CONTEXT, framing].filter((text) => text !== '').join('\n\n') };
}
