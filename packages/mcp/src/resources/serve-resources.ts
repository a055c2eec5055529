import { OperationError } from '@agent-mem/contract';
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { ask, type Memory } from '../memory.ts';
import { plainly } from '../plain-errors.ts';
import { conversationResources } from './conversations.ts';
import { detailResources } from './details.ts';
import { factResources } from './facts.ts';
import { memoryUri, readMemoryUri } from './memory-uri.ts';
import { nodeResources } from './nodes.ts';
import type { ResourceContent, ResourceKind } from './resource-kind.ts';

/** The kinds of resources. */
export const resourceKinds: readonly ResourceKind[] = [factResources, conversationResources, detailResources, nodeResources];

const mostConversations = 50;
const profileUri = 'memory://profile';

/** Serves what is remembered as resources: a few by name, all by templates. */
export function serveResources(server: Server, memory: Memory): void {
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: resourceKinds.map(template) }));
  server.setRequestHandler('resources/list', () => plainly(async () => ({ resources: [profile, ...(await latest(memory))] })));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    plainly(async () => ({ contents: [{ uri, ...(await read(uri, memory)) }] })),
  );
}

/** The template of a kind: `memory://facts/{fact_id}`. */
export function templateOf({ kind, variable }: ResourceKind): string {
  return `memory://${kind}/{${variable}}`;
}

const profile = {
  uri: profileUri,
  name: 'profile',
  title: 'What is known of the user',
  description: "The user's profile: a line for each field that facts are known for",
  mimeType: 'text/plain',
};

function template(each: ResourceKind) {
  const { kind, title, description } = each;
  return { uriTemplate: templateOf(each), name: kind, title, description };
}

async function latest(memory: Memory) {
  const { conversations } = await ask(memory, 'conversations', 'list', { limit: mostConversations });
  return conversations.map(({ id, title, summary }) => ({
    uri: memoryUri(conversationResources.kind, id),
    name: title ?? id,
    ...(summary && { description: summary }),
    mimeType: 'text/markdown',
  }));
}

async function read(uri: string, memory: Memory): Promise<ResourceContent> {
  if (uri === profileUri) return { mimeType: 'text/plain', text: (await ask(memory, 'facts', 'get_profile', {})).text };
  const named = readMemoryUri(uri);
  const kind = resourceKinds.find((each) => each.kind === named?.kind);
  if (!named || !kind || named.id === '')
    throw new ResourceNotFoundError(uri, `${uri} is none of ${resourceKinds.map(templateOf).join(', ')}`);
  try {
    return await kind.read(named.id, memory);
  } catch (error) {
    if (error instanceof OperationError && error.type === 'not-found') throw new ResourceNotFoundError(uri, error.message);
    throw error;
  }
}
