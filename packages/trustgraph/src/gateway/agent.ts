import { OperationError } from '@agent-mem/contract';
import { objectAt } from '../field.ts';
import { type AgentRequest, type AgentResponse, agentRequestMessage } from '../messages/agent.ts';
import { compactTriple } from './triples.ts';

/** What a client's JSON becomes on the bus: members the gateway does not know are dropped on the way. Throws `invalid-argument` for no question. */
export function agentRequestFromGateway(json: unknown): AgentRequest {
  const object = objectAt(json, 'AgentRequest');
  if (typeof object.question !== 'string') throw new OperationError('invalid-argument', 'AgentRequest.question: is missing');
  const known = Object.keys(agentRequestMessage.make()).filter((member) => Object.hasOwn(object, member));
  return agentRequestMessage.read(Object.fromEntries(known.map((member) => [member, object[member]])), 'AgentRequest');
}

/** What a client sees of an agent's frame: what is empty is left out, but for the flags. */
export function agentResponseToGateway(frame: AgentResponse): Readonly<Record<string, unknown>> {
  if (frame.error && frame.error.message !== '') return { error: { type: frame.error.type, message: frame.error.message } };
  return {
    ...(frame.message_type !== '' && { message_type: frame.message_type }),
    ...(frame.content !== '' && { content: frame.content }),
    end_of_message: frame.end_of_message,
    end_of_dialog: frame.end_of_dialog,
    ...(frame.message_id !== '' && { message_id: frame.message_id }),
    ...(frame.explain_id && { explain_id: frame.explain_id }),
    ...(frame.explain_graph !== null && { explain_graph: frame.explain_graph }),
    ...(frame.explain_triples.length > 0 && { explain_triples: frame.explain_triples.map(compactTriple) }),
    ...(frame.in_token !== null && { in_token: frame.in_token }),
    ...(frame.out_token !== null && { out_token: frame.out_token }),
    ...(frame.model !== null && { model: frame.model }),
  };
}
