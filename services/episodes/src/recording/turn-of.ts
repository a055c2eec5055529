import {
  type EventContext,
  readingOf,
  readingsOf,
  storedMessage,
  storedToolCall,
  storedToolResult,
} from '@agent-mem/service-kit';
import type { Graph, GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import type { TaskDone } from '../domain/recording/recorded-story.ts';
import { turnDone } from '../domain/recording/turn-done.ts';

/** Of a longer turn the last messages are looked at. */
const mostMessages = 100;

/**
 * The turn of a conversation that an answer ends: from what the user asked, without the messages of an answer that was recorded before.
 * `null`: no user asked, or the turn goes on.
 */
export async function turnOf(
  answer: GraphNode,
  { graph, scope }: Pick<EventContext<Config>, 'graph' | 'scope'>,
): Promise<TaskDone | null> {
  const { items } = await graph.find(scope, {
    kinds: ['Message'],
    conversationId: answer.conversationId ?? '',
    ordinals: { to: (answer.ordinal ?? 1) - 1 },
    order: 'ordinal',
    descending: true,
    limit: mostMessages,
  });
  const asked = items.findIndex(({ properties }) => storedMessage.read(properties).role === 'user');
  const question = items[asked];
  if (!question) return null;
  const between = items.slice(0, asked);
  const ids = between.map(({ id }) => id);
  const notes = await readingsOf(graph, scope, 'episodes', ids);
  const recorded = between.findIndex(({ id }) => readingOf(notes.get(id))?.records.some(({ what }) => what === 'learned'));
  const messages = [answer, ...between.slice(0, recorded < 0 ? undefined : recorded)].toReversed();
  const related = messages.flatMap(({ properties }) => {
    const { tool_call_ids, tool_result_ids } = storedMessage.read(properties);
    return [...tool_call_ids, ...tool_result_ids];
  });
  const calls = await callsIn(related, { graph, scope });
  const said = messages.map(({ properties }) => storedMessage.read(properties));
  // A call without its result: the turn goes on.
  if (said.at(-1)?.tool_call_ids.some((id) => calls.get(id)?.result === null)) return null;
  return turnDone(storedMessage.read(question.properties).content, said, calls);
}

/** The tool calls among some nodes with what the tools answered, by their ids. */
async function callsIn(
  ids: readonly string[],
  { graph, scope }: Pick<EventContext<Config>, 'scope'> & { readonly graph: Pick<Graph, 'get'> },
): Promise<Parameters<typeof turnDone>[2]> {
  const nodes = await graph.get(scope, ids);
  const results = new Map(
    nodes
      .filter(({ kind }) => kind === 'ToolResult')
      .map(({ properties }) => storedToolResult.read(properties))
      .map((result) => [result.tool_call_id, result]),
  );
  return new Map(
    nodes
      .filter(({ kind }) => kind === 'ToolCall')
      .map(({ id, properties }) => [id, { call: storedToolCall.read(properties), result: results.get(id) ?? null }]),
  );
}
