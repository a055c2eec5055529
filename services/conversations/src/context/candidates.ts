import { excerptOf } from '@agent-mem/recall/excerpt';
import { type Choosable, countTokens } from '@agent-mem/recall/ranking';
import { type GraphNode, nodesById } from '@agent-mem/storage';
import { type ContextMessage, messageText } from '../domain/context/context-text.ts';
import type { ContextCandidate } from '../domain/context/fit-context.ts';
import { messageMessage, relatedIds } from '../domain/message.ts';
import type { Context } from '../handler.ts';

/** A message that may stand in the context, with what of it is shown. */
export interface Candidate extends ContextCandidate, Choosable {
  readonly node: GraphNode;
  readonly message: ContextMessage;
  /** It is of another conversation. */
  readonly isOther: boolean;
}

/** How messages become candidates. */
interface CandidateOptions {
  /** Most tokens of one: a longer message is shown by an excerpt. */
  readonly longest: number;
  /** By the id of a message. Default: each fits by 0. */
  readonly scores?: ReadonlyMap<string, number>;
}

/** The messages as they would stand in the context, with their tool calls. */
export async function candidatesOf(
  nodes: readonly GraphNode[],
  { graph, scope }: Pick<Context, 'graph' | 'scope'>,
  { longest, scores }: CandidateOptions,
): Promise<readonly Candidate[]> {
  const related = await nodesById(graph, scope, nodes.flatMap(relatedIds));
  return nodes.map((node) => {
    const score = scores?.get(node.id) ?? 0;
    const whole = messageMessage(node, { toolCalls: true, reasoning: true, weights: false }, related);
    const { message, tokens } = within(scores ? { ...whole, score } : whole, longest);
    return { id: node.id, node, message, tokens, score, text: message.content ?? '', isOther: false };
  });
}

function within(message: ContextMessage, longest: number): { readonly message: ContextMessage; readonly tokens: number } {
  const tokens = tokensOf(message);
  if (tokens <= longest) return { message, tokens };
  const shown = { ...message, reasoning: null };
  const shortened = {
    ...shown,
    content: excerptOf(shown.content ?? '', Math.floor(longest - tokensOf({ ...shown, content: '' }))),
  };
  return { message: shortened, tokens: tokensOf(shortened) };
}

/** The line break after a message counts too. */
function tokensOf(message: ContextMessage): number {
  return countTokens(`${messageText(message)}\n`);
}
