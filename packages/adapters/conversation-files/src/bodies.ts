import type { GraphNode, JsonObject, NodeKind, NodeWrite } from '@agent-mem/storage';

/** Which properties of a node are the body: what was said, thought, asked of a tool and answered by it. */
const members: Partial<Record<NodeKind, readonly string[]>> = {
  Message: ['content', 'reasoning'],
  ToolCall: ['arguments'],
  ToolResult: ['result', 'error'],
};

/** Kinds of nodes that have a body. */
export const bodyKinds = Object.keys(members) as readonly NodeKind[];

/** Says in a node that its body is in a file. */
const mark = 'body_in_file';

/** Whether the body of a node is in a file. */
export function isInFile({ properties }: Pick<GraphNode, 'properties'>): boolean {
  return properties[mark] === true;
}

/** Whether a node has a body, and it is of a conversation. */
export function hasBody({ kind, conversationId }: Pick<NodeWrite, 'kind' | 'conversationId'>): boolean {
  return members[kind] !== undefined && (conversationId ?? null) !== null;
}

/** The body of a node. */
export function bodyOf({ kind, properties }: Pick<NodeWrite, 'kind' | 'properties'>): JsonObject {
  return Object.fromEntries(
    (members[kind] ?? []).flatMap((name) => (name in properties ? [[name, properties[name] ?? null]] : [])),
  );
}

/** The properties that stay in the Graph when the body goes into a file. */
export function withoutBody({ kind, properties }: Pick<NodeWrite, 'kind' | 'properties'>): JsonObject {
  const taken = new Set(members[kind]);
  return { ...Object.fromEntries(Object.entries(properties).filter(([name]) => !taken.has(name))), [mark]: true };
}

/** The node as it was written, with its body again. */
export function withBody(node: GraphNode, body: JsonObject): GraphNode {
  const { [mark]: _, ...properties } = node.properties;
  return { ...node, properties: { ...properties, ...body } };
}
