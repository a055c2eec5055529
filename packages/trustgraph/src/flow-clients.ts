import { OperationError } from '@agent-mem/contract';
import { type GraphRagClient, openGraphRagClient } from './clients/graph-rag.ts';
import { type LibrarianClient, openLibrarianClient } from './clients/librarian.ts';
import { type McpToolClient, openMcpToolClient } from './clients/mcp-tool.ts';
import { openPromptClient, type PromptClient } from './clients/prompt.ts';
import { openRowEmbeddingsClient, type RowEmbeddingsClient } from './clients/row-embeddings.ts';
import { openStructuredQueryClient, type StructuredQueryClient } from './clients/structured-query.ts';
import { openTextCompletionClient, type TextCompletionClient } from './clients/text-completion.ts';
import { openToolServiceClient, type ToolServiceClient } from './clients/tool-service.ts';
import type { FlowEntry } from './flow-entry.ts';
import { type Triples, triplesMessage } from './messages/triples.ts';
import { topicOfQueue } from './queue-name.ts';
import type { Environment, Queues } from './requester.ts';

/** The services that a flow offers its agent. One whose queues the flow does not name is `null`: the agent goes on without it. */
export interface FlowClients extends AsyncDisposable {
  readonly prompt: PromptClient | null;
  readonly textCompletion: TextCompletionClient | null;
  readonly mcpTool: McpToolClient | null;
  readonly graphRag: GraphRagClient | null;
  readonly structuredQuery: StructuredQueryClient | null;
  readonly rowEmbeddings: RowEmbeddingsClient | null;
  readonly librarian: LibrarianClient | null;
  /** A tool service on queues of its own, opened when it is first wanted. */
  toolService(queues: Queues): Promise<ToolServiceClient>;
  /** Sends provenance to the flow's graph store. Resolves when the broker has it; nobody answers. */
  readonly explainability: ((triples: Partial<Triples>) => Promise<void>) | null;
}

/** Opens a client of each service that the flow names. */
export async function openFlowClients(environment: Environment, { topics }: FlowEntry): Promise<FlowClients> {
  await using opened = new AsyncDisposableStack();
  const use = async <Client extends AsyncDisposable>(
    name: string,
    open: (environment: Environment, queues: Queues) => Promise<Client>,
  ): Promise<Client | null> => {
    const queues = queuesOf(topics, name);
    return queues ? opened.use(await open(environment, queues)) : null;
  };
  const embeddings = queuesOf(topics, 'embeddings');
  const rows = queuesOf(topics, 'row-embeddings-query');
  const store = topics.explainability ? opened.use(await environment.topics.produce(topicOfQueue(topics.explainability))) : null;
  const clients = {
    prompt: await use('prompt', openPromptClient),
    textCompletion: await use('text-completion', openTextCompletionClient),
    mcpTool: await use('mcp-tool', openMcpToolClient),
    graphRag: await use('graph-rag', openGraphRagClient),
    structuredQuery: await use('structured-query', openStructuredQueryClient),
    librarian: await use('librarian', openLibrarianClient),
    rowEmbeddings: embeddings && rows ? opened.use(await openRowEmbeddingsClient(environment, { embeddings, rows })) : null,
    explainability:
      store && ((triples: Partial<Triples>) => store.send({ payload: triplesMessage.encode(triples), properties: {} })),
  };
  // What fails before this point is closed again.
  const resources = opened.move();
  const toolService = toolServices(environment, resources);
  return { ...clients, toolService, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** One client for each pair of queues. One that could not be opened is tried again by the next who wants it. */
function toolServices(environment: Environment, opened: AsyncDisposableStack): FlowClients['toolService'] {
  const clients = new Map<string, Promise<ToolServiceClient>>();
  return (queues) => {
    const key = JSON.stringify([queues.request, queues.response]);
    const known = clients.get(key);
    if (known) return known;
    const opening = openToolServiceClient(environment, queues).then(async (client) => {
      if (!opened.disposed) return opened.use(client);
      await client[Symbol.asyncDispose]();
      throw new OperationError('unavailable', 'The flow has stopped');
    });
    clients.set(key, opening);
    opening.catch(() => clients.delete(key));
    return opening;
  };
}

function queuesOf(topics: FlowEntry['topics'], name: string): Queues | null {
  const [request, response] = [topics[`${name}-request`], topics[`${name}-response`]];
  return request && response ? { request, response } : null;
}
