import { flag, integer, list, looseText, map, nullable, text, type ValueOf } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';
import { tripleMessage } from './triples.ts';

const planStepMessage = wireMessage('PlanStep', {
  goal: text(),
  tool_hint: text(),
  depends_on: list(integer()),
  status: text('pending'),
  result: text(),
});

/** A step taken: of this run, or of a client that sends a history of its own, whose arguments need not be strings. */
export const agentStepMessage = wireMessage('AgentStep', {
  thought: text(),
  action: text(),
  arguments: map(looseText()),
  observation: looseText(),
  step_type: text(),
  plan: list(planStepMessage),
  subagent_results: map(looseText()),
});
export type AgentStep = ValueOf<typeof agentStepMessage>;

/** A question to an agent, or (topic `next`) its next step. `group`: `null` is the default group, `["*"]` all, `[]` none. */
export const agentRequestMessage = wireMessage('AgentRequest', {
  question: text(),
  state: text(),
  group: nullable(list(text())),
  history: list(agentStepMessage),
  collection: text('default'),
  streaming: flag(),
  session_id: text(),
  conversation_id: text(),
  pattern: text(),
  task_type: text(),
  framing: text(),
  correlation_id: text(),
  parent_session_id: text(),
  subagent_goal: text(),
  expected_siblings: integer(),
});
export type AgentRequest = ValueOf<typeof agentRequestMessage>;

/** What a frame of an agent's answer is. Clients show blanks for any other. */
export type AgentMessageType = 'thought' | 'action' | 'observation' | 'answer' | 'explain' | 'error';

/**
 * One frame of an agent's answer. `message_type` was called `chunk_type` before 2.3.1: both are written, so that a reader takes the one it
 * knows. Exactly one frame of a run has `end_of_dialog`, the last.
 */
export const agentResponseMessage = wireMessage('AgentResponse', {
  message_type: text(),
  chunk_type: text(),
  content: text(),
  end_of_message: flag(),
  end_of_dialog: flag(),
  explain_id: nullable(text()),
  explain_graph: nullable(text()),
  explain_triples: list(tripleMessage),
  message_id: text(),
  error: nullable(wireError),
  in_token: nullable(integer()),
  out_token: nullable(integer()),
  model: nullable(text()),
});
export type AgentResponse = ValueOf<typeof agentResponseMessage>;
