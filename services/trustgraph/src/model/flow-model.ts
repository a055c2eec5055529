import type { OperationError } from '@agent-mem/contract';
import { type ChatModel, type ChatRequest, delimited, isByRules, type TemplateVariables } from '@agent-mem/llm';
import { untilAborted } from '@agent-mem/runtime';
import type { AgentRequest, ServedFlow, Usage } from '@agent-mem/trustgraph';
import { stockTerms } from './stock-terms.ts';
import { flowTemplates, stockTemplates } from './templates.ts';
import { addUsage, noUsage } from './usage-sum.ts';
import { completed, type Piece, prompted, TemplateRefused, type Way } from './ways.ts';

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
  /** The question with its steps, where the agent is to ask as TrustGraph's own do: without memory. */
  readonly askedAsStock: Pick<AgentRequest, 'question' | 'history'> | null;
  /** Asked where the flow names no service of a model, or none that is served. */
  readonly ownModel: ChatModel;
}

/**
 * The flow's model: by our template in the flow's prompt service; where the deployment has not loaded it, by our built-in template through text completion; where the flow names
 * no text completion, by the stock template, with all of ours in its question. A way whose queue nobody serves is passed over within two seconds; after
 * the last comes the process's own model.
 */
export function flowModel(options: FlowModelOptions): FlowModel {
  const { flow, ownModel } = options;
  const { workspace, flow: name } = flow.entry;
  let usage = noUsage;
  async function* pieces(request: ChatRequest, isStreaming: boolean, signal: AbortSignal): AsyncGenerator<string> {
    const ways = waysOf(options);
    const [first] = ways;
    const isOnlyWay = ways.length === 1 && isByRules(ownModel);
    let refusal: OperationError | null = null;
    for (const way of ways) {
      if (!isOnlyWay && !(await untilAborted(way.isServed(), signal))) continue;
      refusal = yield* askedBy(way, request, isStreaming, signal);
      if (!refusal) return;
    }
    if (refusal) throw refusal;
    // Nobody serves a queue of the flow now, or it names none. Where nothing else can write, the first may only be busy.
    if (first && isByRules(ownModel)) yield* textsOf(first.ask(request, isStreaming, { signal }));
    else if (isStreaming) yield* ownModel.stream(request, { signal });
    else yield await ownModel.generate(request, { signal });
  }
  /** Returns why the way takes no such request; `null`: it was answered. */
  async function* askedBy(
    way: Way,
    request: ChatRequest,
    isStreaming: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<string, OperationError | null> {
    let isBegun = false;
    try {
      for await (const text of textsOf(way.ask(request, isStreaming, { signal }))) {
        isBegun = true;
        yield text;
      }
      return null;
    } catch (error) {
      if (isBegun || !(error instanceof TemplateRefused)) throw error;
      return error.refusal;
    }
  }
  async function* textsOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
    for await (const piece of pieces) {
      if (piece.usage) usage = addUsage(usage, piece.usage);
      if (piece.text !== '') yield piece.text;
    }
  }
  return {
    // In a flow that names no model the process thinks as it does elsewhere: without one by rules.
    id: waysOf(options).length === 0 ? ownModel.id : `trustgraph:${workspace}/${name}`,
    get usage() {
      return usage;
    },
    stream: (request, { signal }) => pieces(request, true, signal),
    async generate(request, { signal }) {
      return (await Array.fromAsync(pieces(request, false, signal))).join('');
    },
  };
}

function waysOf({ flow, refused, askedAsStock }: FlowModelOptions): readonly Way[] {
  const { prompt, textCompletion } = flow.clients;
  const byCompletion: Way | null = textCompletion && {
    isServed: () => textCompletion.isServed(),
    ask: (request, isStreaming, options) => completed(textCompletion, request, isStreaming, options),
  };
  let promptIsServed: Promise<boolean> | null = null;
  const byPrompt = (template: string, terms: (request: ChatRequest) => Readonly<Record<string, unknown>>): Way | null =>
    prompt && {
      // Two ways are by it: it is waited for once.
      isServed() {
        promptIsServed ??= prompt.isServed();
        return promptIsServed;
      },
      ask: (request, isStreaming, options) => prompted(prompt, template, terms(request), isStreaming, options),
    };
  if (askedAsStock) {
    const byStock = byPrompt(stockTemplates.react, (request) => stockTerms(askedAsStock, variablesOf(request)));
    return [byStock ?? byCompletion].filter((way) => way !== null);
  }
  const ways = [
    byOurs({ flow, refused }, byPrompt(flowTemplates.react, termsOf)),
    byCompletion,
    byPrompt(stockTemplates.react, stockTermsOf),
  ];
  return ways.filter((way) => way !== null);
}

/** By our template, where it is loaded. A refusal is noted. */
function byOurs({ flow, refused }: Pick<FlowModelOptions, 'flow' | 'refused'>, way: Way | null): Way | null {
  const loaded = loadedTemplate(flow);
  if (way === null || loaded === null || refused.has(loaded)) return null;
  return {
    isServed: () => way.isServed(),
    async *ask(...asked) {
      try {
        yield* way.ask(...asked);
      } catch (error) {
        if (error instanceof TemplateRefused) refused.add(loaded);
        throw error;
      }
    },
  };
}

/** Our template as configuration has it now, with the list of those that count where there is one (before 2.8.17); `null`: not loaded. */
function loadedTemplate(flow: Pick<ServedFlow, 'settings'>): string | null {
  const prompts = flow.settings('prompt');
  const text = prompts[`template.${flowTemplates.react}`];
  return text === undefined ? null : JSON.stringify([text, prompts['template-index'] ?? null]);
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
  const question = request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return stockTerms({ question, history: [] }, variablesOf(request));
}
