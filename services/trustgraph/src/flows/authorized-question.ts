import { type AuthorizedRequest, openAccess } from '@agent-mem/access';
import type { Scope, Scoped } from '@agent-mem/contract';
import type { AgentRequest, RunningFlow } from '@agent-mem/trustgraph';
import type { FlowAgent } from '../steps/step.ts';
import { namedScope, nameOf, scopeNamed } from './flow-run.ts';
import { visitorOfFlow } from './flow-visitor.ts';

/** A step that may be taken, in this scope. */
export type AuthorizedQuestion = Pick<AuthorizedRequest, 'ended'> & { readonly scope: Scope };

/**
 * Checks a step of a run as `agent.invoke`, under the token of its flow. Its scope is what the question names, and the token's for what it leaves out.
 * Where memory is off there is none to check. Throws a `Refusal` that names the setting.
 */
export async function authorizedQuestion(
  { context, configTypes }: Pick<FlowAgent, 'context' | 'configTypes'>,
  mode: string,
  flow: RunningFlow,
  request: AgentRequest,
): Promise<AuthorizedQuestion> {
  const access = mode === 'off' ? openAccess : context.tokenAccess;
  // All steps of a run are one request of those that a token may make.
  const attempt = request.history.length + 1;
  const visitor = await visitorOfFlow(access, flow, configTypes, attempt);
  const named = namedScope(flow.entry.workspace, request);
  const asked = await visitor.authorize('agent', 'invoke', { ...named, conversation_id: nameOf(request.conversation_id) });
  // What is authorized has the members that it had.
  return { scope: scopeNamed(asked.request as Scoped), ended: asked.ended };
}
