import { type GraphNode, type JsonValue, nodesById } from '@agent-mem/storage';
import { codeOfMessage } from '../code-units.ts';
import type { Conversation } from '../domain/conversation.ts';
import { relatedIds } from '../domain/message.ts';
import { documentFormat, documentVersion } from '../domain/transfer/document.ts';
import { conversationPart, invocationPart, messagePart, summaryPart } from '../domain/transfer/parts.ts';
import { stable } from '../domain/transfer/stable.ts';
import type { Context } from '../handler.ts';
import { invocationsOf } from '../invocations/invocations-of.ts';
import { summariesOf } from '../summaries/summaries-of.ts';
import { countedView } from '../view/parting.ts';
import { readView } from '../view/read-view.ts';

const pageSize = 100;

type Reading = Pick<Context, 'graph' | 'scope'>;

/** The document of a conversation, text by text: a line for the conversation, each message, each invocation and each summary. */
export async function* documentTexts(context: Reading, conversation: Conversation): AsyncGenerator<string> {
  yield `{"format":"${documentFormat}","version":${documentVersion},\n"conversation":${line(conversationPart(conversation))},\n"messages":[`;
  yield* list(messageLines(context, conversation));
  yield '],\n"invocations":[';
  yield* list(invocationLines(context, conversation));
  const summaries = await summariesOf(context, conversation);
  yield summaries.length === 0
    ? ']}\n'
    : `],\n"summaries":[\n${summaries.map((node) => line(summaryPart(node))).join(',\n')}]}\n`;
}

/** A part as it stands in a document. */
export function line(part: object): string {
  // Parts are plain JSON.
  return JSON.stringify(stable(part as JsonValue));
}

async function* list(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const each of lines) {
    yield `${separator}${each}`;
    separator = ',\n';
  }
}

async function* messageLines(reading: Reading, conversation: Conversation): AsyncGenerator<string> {
  const order = { newestFirst: false, beyond: null, pageSize };
  let nodes: GraphNode[] = [];
  for await (const { node } of readView(reading.graph, reading.scope, countedView(conversation), order)) {
    nodes.push(node);
    if (nodes.length < pageSize) continue;
    yield* await Promise.all(nodes.map((each) => messageLine(each, reading)));
    nodes = [];
  }
  yield* await Promise.all(nodes.map((each) => messageLine(each, reading)));
}

async function messageLine(node: GraphNode, { graph, scope }: Reading): Promise<string> {
  const reading = [nodesById(graph, scope, relatedIds(node)), codeOfMessage(graph, scope, node.id)] as const;
  const [related, code] = await Promise.all(reading);
  return line(messagePart(node, related, code));
}

async function* invocationLines(reading: Reading, conversation: Conversation): AsyncGenerator<string> {
  for await (const nodes of invocationsOf(conversation, { descending: false, limit: pageSize }, reading))
    for (const node of nodes) yield line(invocationPart(node));
}
