import { map, objectAt, readField, text, type ValueOf } from '../field.ts';
import { type GraphRagResponse, graphRagQueryMessage } from '../messages/graph-rag.ts';
import { promptRequestMessage, type promptResponseMessage } from '../messages/prompt.ts';
import { structuredQueryRequestMessage, type structuredQueryResponseMessage } from '../messages/structured-query.ts';
import { textCompletionRequestMessage, type textCompletionResponseMessage } from '../messages/text-completion.ts';
import { toolRequestMessage, type toolResponseMessage } from '../messages/tool.ts';
import { fromKebabCase, withoutNulls } from './members.ts';
import { compactTriple } from './triples.ts';

type Json = Readonly<Record<string, unknown>>;

/** A client's prompt request: `terms` as on the bus, or `variables` with any JSON values. */
export function promptRequestFromGateway(json: unknown): ValueOf<typeof promptRequestMessage> {
  const { terms, variables, ...others } = objectAt(json, 'PromptRequest');
  const encoded = Object.entries(objectAt(variables ?? {}, 'PromptRequest.variables')).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ]);
  const request = promptRequestMessage.read(others, 'PromptRequest');
  return { ...request, terms: { ...readField(map(text()), terms, 'PromptRequest.terms'), ...Object.fromEntries(encoded) } };
}

/** What a client sees of the prompt service's answer. */
export function promptResponseToGateway(response: ValueOf<typeof promptResponseMessage>): Json {
  return successful(response);
}

/** A client's text-completion request; `response-format` in either spelling. */
export function textCompletionRequestFromGateway(json: unknown): ValueOf<typeof textCompletionRequestMessage> {
  return textCompletionRequestMessage.read(fromKebabCase(json, 'TextCompletionRequest'), 'TextCompletionRequest');
}

/** What a client sees of the text-completion service's answer. */
export function textCompletionResponseToGateway(response: ValueOf<typeof textCompletionResponseMessage>): Json {
  const { models, ...others } = successful(response);
  return Array.isArray(models) && models.length > 0 ? { ...others, models } : others;
}

/** A client's call of an MCP tool: `parameters` as any JSON object, or as its text. */
export function toolRequestFromGateway(json: unknown): ValueOf<typeof toolRequestMessage> {
  const object = objectAt(json, 'ToolRequest');
  const parameters = typeof object.parameters === 'object' ? JSON.stringify(object.parameters ?? {}) : object.parameters;
  return toolRequestMessage.read({ ...object, parameters }, 'ToolRequest');
}

/** What a client sees of a tool's output. */
export function toolResponseToGateway(response: ValueOf<typeof toolResponseMessage>): Json {
  return successful(response);
}

/** A client's question to the graph, with limits in kebab-case. */
export function graphRagQueryFromGateway(json: unknown): ValueOf<typeof graphRagQueryMessage> {
  return graphRagQueryMessage.read(fromKebabCase(json, 'GraphRagQuery'), 'GraphRagQuery');
}

/** What a client sees of GraphRAG's answer. */
export function graphRagResponseToGateway(response: GraphRagResponse): Json {
  const { explain_triples, sources, ...others } = successful(response);
  const triples = response.explain_triples.map(compactTriple);
  return {
    ...others,
    ...(triples.length > 0 && { explain_triples: triples }),
    ...(response.sources.length > 0 && { sources: response.sources }),
  };
}

/** A client's question to tables. */
export function structuredQueryRequestFromGateway(json: unknown): ValueOf<typeof structuredQueryRequestMessage> {
  return structuredQueryRequestMessage.read(json, 'StructuredQueryRequest');
}

/** What a client sees of the tables' answer. */
export function structuredQueryResponseToGateway(response: ValueOf<typeof structuredQueryResponseMessage>): Json {
  return successful(response);
}

function successful(response: { readonly error: { readonly type: string; readonly message: string } | null }): Json {
  if (response.error) return { error: { type: response.error.type, message: response.error.message } };
  return withoutNulls(response);
}
