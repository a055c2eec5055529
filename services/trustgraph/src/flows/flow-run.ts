import { type Invocation, plainText } from '@agent-mem/agent-loop';
import { type AgentRequest, limits, type Scope, type Scoped, scopeOf, sha256 } from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import type { AgentCall, FlowEntry, AgentRequest as WireRequest } from '@agent-mem/trustgraph';
import { type Carried, taskState } from '../steps/carried.ts';
import { nameOfFlow } from './flow-name.ts';

/** A question of a flow, as the loop and memory know it. */
export interface FlowRun {
  readonly sessionId: string;
  /** The flow it was asked in, as events name it; `null`: its name is too long for that. */
  readonly flow: string | null;
  readonly scope: Scope;
  readonly invocation: Invocation;
  readonly request: AgentRequest;
  readonly carried: Carried;
  /** A supervisor asks: what is said is no turn of a conversation. */
  readonly isSubagent: boolean;
}

/** Who asks where nobody says who it is. */
export const defaultUser = 'default';

/** Whose memory a question is of, as far as it says that. TrustGraph has no users since 2.4; one of before, or a client on the bus, may name one. */
export function namedScope(workspace: string, request: WireRequest): Scoped {
  const { user } = request as { readonly user?: unknown };
  return {
    workspace: nameOf(workspace),
    user: nameOf(typeof user === 'string' ? user : ''),
    collection: nameOf(request.collection),
  };
}

/** The scope of these names, with `default` for those that are empty. */
export function scopeNamed({ workspace, user, collection }: Scoped): Scope {
  return scopeOf({ workspace: workspace || 'default', user: user || defaultUser, collection: collection || 'default' });
}

/** The run with a memory of its conversation alone: it sees no other memory, and no other run sees its own. */
export function ofConversationAlone(flowRun: FlowRun): FlowRun {
  const { workspace, user, collection } = flowRun.scope;
  const scope = scopeOf({ workspace, user: nameOf(`${user}/conversation:${flowRun.invocation.conversationId}`), collection });
  return { ...flowRun, scope, request: { ...flowRun.request, ...scope } };
}

/** The run that a request belongs to. The same question has the same invocation at each of its steps, at whichever instance, even when one of them was another agent's. */
export function flowRunOf(
  { id, request }: Pick<AgentCall, 'id' | 'request'>,
  sessionId: string,
  { workspace, flow }: Pick<FlowEntry, 'workspace' | 'flow'>,
  carried: Carried,
  scope: Scope,
): FlowRun {
  const conversationId = nameOf(request.conversation_id || sessionId);
  return {
    sessionId,
    flow: nameOfFlow({ workspace, flow }),
    scope,
    invocation: {
      invocationId: `inv_${uuidOf(JSON.stringify([workspace, sessionId, id]))}`,
      conversationId,
      isNewConversation: request.conversation_id === '',
      requestId: id,
      startedAt: carried.startedAt,
    },
    request: contractRequest(request, scope, conversationId),
    carried,
    isSubagent: request.correlation_id !== '',
  };
}

/** The question in our own contract. Which tools it may use is decided before, and its steps are records. */
function contractRequest(request: WireRequest, scope: Scope, conversationId: string): AgentRequest {
  return {
    ...scope,
    question: excerptInBytes(plainText(request.question), limits.textBytes),
    history: [],
    streaming: request.streaming,
    state: taskState(request.state),
    group: ['*'],
    conversation_id: conversationId,
    enable_memory: null,
    metadata: {},
    metadata_json: null,
    other_conversations: null,
    tools: [],
    may_wait: false,
    model: null,
  };
}

/** A name that our contract takes: another one is known by its hash, so that no two become one. */
export function nameOf(text: string): string {
  const fits = [...text].length <= limits.nameCharacters && !/\p{Cc}/u.test(text) && text.isWellFormed();
  return fits ? text : `sha256:${sha256(text)}`;
}

function uuidOf(text: string): string {
  const hex = sha256(text);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
