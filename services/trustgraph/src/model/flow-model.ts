import { OperationError } from '@agent-mem/contract';
import { type ChatModel, type ChatRequest, delimited, type TemplateVariables } from '@agent-mem/llm';
import type { AskOptions, ServedFlow, Usage } from '@agent-mem/trustgraph';
import { flowTemplates, stockTemplates } from './templates.ts';
import { addUsage, noUsage } from './usage-sum.ts';

/** A flow's model, and what it has cost so far. */
export interface FlowModel extends ChatModel {
  readonly usage: Usage;
}

/** Templates of our own that the prompt service of a flow refused, as configuration had them then: another text is tried again. */
export type RefusedTemplates = Set<string>;

/** What the flow's model is asked by. */
export interface FlowModelOptions {
  readonly flow: Pick<ServedFlow, 'clients' | 'entry' | 'settings'>;
  readonly refused: RefusedTemplates;
  /** Terms of the stock template, where the agent is to ask as TrustGraph's own do: without memory. */
  readonly stockTerms: Readonly<Record<string, unknown>> | null;
  /** Asked where the flow names no service of a model at all. */
  readonly ownModel: ChatModel;
}

/** A piece of the model's text, and what it has cost, once that is known. */
interface Piece {
  readonly text: string;
  readonly usage: Usage | null;
}

/** One way to ask. Those that hold it in pieces give one piece when they are asked for the whole. */
type Way = (request: ChatRequest, isStreaming: boolean, options: AskOptions) => AsyncIterable<Piece>;

/**
 * The flow's model: by our template in the flow's prompt service; where the deployment has not loaded it, by our built-in template through text completion; where the flow names
 * no text completion, by the stock template, with all of ours in its question. The first way that is there is used, and remembered by the configuration.
 */
export function flowModel(options: FlowModelOptions): FlowModel {
  const { flow, ownModel } = options;
  const { workspace, flow: name } = flow.entry;
  let usage = noUsage;
  async function* pieces(request: ChatRequest, isStreaming: boolean, signal: AbortSignal): AsyncGenerator<string> {
    const ways = waysOf(options);
    for (const [index, way] of ways.entries()) {
      let isBegun = false;
      try {
        for await (const piece of way(request, isStreaming, { signal })) {
          isBegun = true;
          if (piece.usage) usage = addUsage(usage, piece.usage);
          if (piece.text !== '') yield piece.text;
        }
        return;
      } catch (error) {
        if (isBegun || !(error instanceof TemplateRefused)) throw error;
        if (index === ways.length - 1) throw error.refusal;
      }
    }
    // No way: the flow names nothing that has a model.
    if (isStreaming) yield* ownModel.stream(request, { signal });
    else yield await ownModel.generate(request, { signal });
  }
  return {
    id: `trustgraph:${workspace}/${name}`,
    get usage() {
      return usage;
    },
    stream: (request, { signal }) => pieces(request, true, signal),
    async generate(request, { signal }) {
      return (await Array.fromAsync(pieces(request, false, signal))).join('');
    },
  };
}

/** The prompt service has no such template. */
class TemplateRefused extends Error {
  /** The service's own words. Asking again would not help. */
  readonly refusal: OperationError;

  constructor(cause: OperationError) {
    super(cause.message);
    this.refusal = new OperationError(cause.type, cause.message, { cause, retryable: false });
  }
}

function waysOf({ flow, refused, stockTerms }: FlowModelOptions): readonly Way[] {
  const { prompt, textCompletion } = flow.clients;
  const byCompletion: Way | null =
    textCompletion && ((request, isStreaming, options) => completed(textCompletion, request, isStreaming, options));
  const byPrompt =
    (template: string, terms: (request: ChatRequest) => Readonly<Record<string, unknown>>): Way =>
    (request, isStreaming, options) =>
      prompted(prompt, template, terms(request), isStreaming, options);
  if (stockTerms) {
    const ways = [prompt && byPrompt(stockTemplates.react, () => stockTerms), prompt ? null : byCompletion];
    return ways.filter((way) => way !== null);
  }
  const loaded = loadedTemplate(flow);
  const isTried = prompt !== null && loaded !== null && !refused.has(loaded);
  const byOurs: Way = async function* (request, isStreaming, options) {
    try {
      yield* byPrompt(flowTemplates.react, termsOf)(request, isStreaming, options);
    } catch (error) {
      if (error instanceof TemplateRefused && loaded !== null) refused.add(loaded);
      throw error;
    }
  };
  const ways = [isTried ? byOurs : null, byCompletion, prompt && byPrompt(stockTemplates.react, stockTermsOf)];
  return ways.filter((way) => way !== null);
}

/** Our template as configuration has it now, with the list of those that count where there is one (before 2.8.17); `null`: not loaded. */
function loadedTemplate(flow: Pick<ServedFlow, 'settings'>): string | null {
  const prompts = flow.settings('prompt');
  const text = prompts[`template.${flowTemplates.react}`];
  return text === undefined ? null : JSON.stringify([text, prompts['template-index'] ?? null]);
}

async function* prompted(
  prompt: ServedFlow['clients']['prompt'],
  template: string,
  terms: Readonly<Record<string, unknown>>,
  isStreaming: boolean,
  options: AskOptions,
): AsyncGenerator<Piece> {
  if (!prompt) return;
  try {
    if (isStreaming) return yield* prompt.stream(template, terms, options);
    const { text, object, usage } = await prompt.ask(template, terms, options);
    yield { text: text ?? JSON.stringify(object), usage };
  } catch (error) {
    if (isTemplateUnknown(error, template)) throw new TemplateRefused(error);
    throw error;
  }
}

async function* completed(
  client: NonNullable<ServedFlow['clients']['textCompletion']>,
  { messages }: ChatRequest,
  isStreaming: boolean,
  options: AskOptions,
): AsyncGenerator<Piece> {
  const textOf = (isWanted: (role: string) => boolean) =>
    messages
      .filter(({ role }) => isWanted(role))
      .map(({ content }) => content)
      .join('\n\n');
  const completion = { system: textOf((role) => role === 'system'), prompt: textOf((role) => role !== 'system') };
  if (isStreaming) yield* client.stream(completion, options);
  else yield await client.ask(completion, options);
}

/** The service says which template it does not know by its name in quotes, or that there is none at all. */
function isTemplateUnknown(error: unknown, template: string): error is OperationError {
  if (!(error instanceof OperationError)) return false;
  return error.type === 'failed-precondition' || error.message.includes(`'${template}'`);
}

/** The variables of the `react` template. The loop asks by no other. */
function variablesOf({ variables }: ChatRequest): TemplateVariables['react'] {
  return variables as TemplateVariables['react'];
}

function termsOf(request: ChatRequest): Readonly<Record<string, unknown>> {
  return delimited('react', variablesOf(request));
}

/** The stock template shows question, tools and steps only: so the question takes all that ours shows beside tools. */
function stockTermsOf(request: ChatRequest): Readonly<Record<string, unknown>> {
  const { tools, additional_context } = variablesOf(request);
  return {
    question: request.messages.findLast(({ role }) => role === 'user')?.content ?? '',
    tools,
    context: additional_context === '' ? null : additional_context,
    tool_names: tools.map(({ name }) => name).join(','),
    history: [],
  };
}
