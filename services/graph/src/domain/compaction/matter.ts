import { countTokens } from '@agent-mem/recall/ranking';
import { summaryLevel } from '@agent-mem/service-kit';
import type { GraphNode, JsonValue } from '@agent-mem/storage';
import { textOf } from '../nodes/node-message.ts';

/** A summary of a little may have so many tokens. */
const leastTokens = 60;

/** What a node says, and who says it, as a summary is made of it. */
export interface Matter {
  /** The role or name of who says it, or the kind of what it is. */
  readonly role: string;
  readonly content: string;
}

/** What there is to summarise in a node. */
export function matterOf(node: GraphNode): Matter {
  const { kind, properties } = node;
  const text = (name: string) => asText(properties[name]);
  if (kind === 'Message') return { role: text('speaker') || text('role'), content: text('content') };
  if (kind === 'ToolCall') return { role: 'tool call', content: `${text('tool_name')}(${text('arguments')})` };
  if (kind === 'ToolResult') return { role: 'tool', content: text('error') || text('result') };
  if (kind === 'Episode') {
    const told = [text('goal'), text('outcome'), text('lessons')].filter((part) => part !== '');
    return { role: 'episode', content: told.join('\n') };
  }
  return { role: kind.toLowerCase(), content: textOf(node) };
}

/** How many tokens the summary of these may have. */
export function summaryRoom(matter: readonly Pick<Matter, 'content'>[]): number {
  const tokens = matter.reduce((sum, { content }) => sum + countTokens(content), 0);
  return Math.max(leastTokens, summaryLevel(tokens).maxTokens);
}

/** When it was said or learned (ISO 8601). */
export function saidAt({ properties, createdAt }: GraphNode): string {
  return asText(properties.timestamp) || createdAt;
}

function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
