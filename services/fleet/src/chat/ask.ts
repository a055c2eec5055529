import type { AgentResponse } from '@agent-mem/contract';
import { invoke } from '../agent-client.ts';
import type { AnswerView } from './answer-view.ts';
import { addUsage, type ChatSession, scopeOfSession } from './session.ts';

/** Asks the agent and shows what it answers as it comes. A failure is shown, and the session goes on. */
export async function ask(session: ChatSession, question: string, view: AnswerView, signal: AbortSignal): Promise<void> {
  const request = { ...scopeOfSession(session), question, conversation_id: session.conversationId, streaming: true };
  session.receipt = null;
  session.used.questions += 1;
  try {
    let last: AgentResponse | null = null;
    for await (const frame of invoke(session.server, request, signal)) {
      if (frame.type === 'error') throw new Error(frame.content);
      view.frame(frame);
      last = frame;
    }
    session.receipt = last?.receipt ?? null;
    // A fleet of an earlier version says nothing of it.
    addUsage(session, last?.usage ?? []);
    session.used.memoryTokens += session.receipt?.tokens ?? 0;
    view.finish(session.receipt);
  } catch (error) {
    if (signal.aborted) view.cut();
    else view.fail((error as Error).message);
  }
}
