import { memoryTool } from '@agent-mem/memory-tools';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import { timeLimit } from '@agent-mem/runtime';
import { plainText } from './bounded-text.ts';
import type { Captured } from './capture/capture.ts';
import { outputOf } from './capture/capture-history.ts';
import { contentOf, type ToolOutput } from './capture/tool-output.ts';
import { untilFailure } from './capture/until-failure.ts';
import type { Run } from './run.ts';
import type { Tool } from './tools/tool.ts';
import { findTool, fitArgs } from './tools/tool-choice.ts';

/** What came of an action. */
export interface Observation {
  readonly text: string;
  readonly success: boolean;
  readonly recalledIds: readonly string[];
  readonly isFromMemory: boolean;
  /** The state of the task that the tool leads to; `null`: unchanged. */
  readonly nextState: string | null;
  /** No tool has the name that the model called. Default: one has. */
  readonly namesNoTool?: boolean;
  readonly durationMs: number;
}

/** Calls a tool. A failure is an observation for the model. It rejects for the run's signal, and for an unknown tool where that is the rule. */
export async function act(
  run: Run,
  offered: readonly Tool[],
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Observation> {
  const { clock, config, log } = run.context;
  const started = clock.now();
  const recalled = new Set<string>();
  let isFromMemory = false;
  const observed = (text: string, success: boolean, nextState: string | null = null): Observation => ({
    text,
    success,
    recalledIds: [...recalled],
    isFromMemory,
    nextState,
    durationMs: clock.now() - started,
  });

  const tool = findTool(offered, name);
  if (!tool) {
    if (run.rules.unknownTool !== 'observation') throw run.rules.unknownTool(name);
    const names = offered.map((each) => each.name).join(', ') || 'none';
    const text = plainText(`Error: there is no tool "${name.slice(0, 200)}". The tools are: ${names}`);
    return { ...observed(text, false), namesNoTool: true };
  }
  const fitted = fitArgs(tool, args);
  if (typeof fitted === 'string') return observed(plainText(`Error: ${fitted}`), false);

  const limitMs = config.TOOL_TIMEOUT_MS;
  using limit = timeLimit(clock, limitMs, run.signal, `${tool.name} did not answer within ${limitMs} ms`);
  try {
    const output: unknown = await limit.race(
      tool.run(fitted, {
        scope: run.scope,
        conversationId: run.invocation.conversationId,
        invocationId: run.invocation.invocationId,
        signal: limit.signal,
        recalled(ids) {
          isFromMemory = true;
          for (const id of ids) recalled.add(id);
        },
      }),
    );
    // What comes in pieces comes within the tool's time.
    const source = untilFailure(contentOf(output), (work) => limit.race(work));
    const text = await taken(run, { tool, args: fitted }, source.output, () => source.failure() === null);
    const cause = source.failure();
    called(cause, source.bytes());
    if (cause === null) return observed(text, true, tool.nextState ?? null);
    const error = plainText(failed(cause));
    return observed(text === '' ? error : `${text}\n${error}`, false, tool.nextState ?? null);
  } catch (cause) {
    called(cause, 0);
    const text = await taken(run, { tool, args: fitted }, { content: failed(cause) }, () => false);
    return observed(text, false, tool.nextState ?? null);
  }

  function called(cause: unknown, bytes: number): void {
    const outcome = cause === null ? 'answered' : limit.signal.aborted ? 'late' : 'failed';
    const source = tool?.source ?? (memoryTool(name) === null ? 'own' : 'memory');
    run.context.onToolCalled?.({ tool: name, source, outcome, ms: clock.now() - started, bytes });
  }

  function failed(cause: unknown): string {
    run.signal.throwIfAborted();
    log.warn({ invocation_id: run.invocation.invocationId, tool: name, err: cause }, 'a tool failed');
    return `Error: ${messageOf(cause)}`;
  }
}

/** Libraries throw objects with a message too that are no errors of this program's. */
function messageOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : String(cause);
}

/** What the trace holds of a text that came without a call: of the caller's tool, or of the user. */
export async function observedText(
  run: Run,
  call: Call,
  { text: given, success }: { readonly text: string; readonly success: boolean },
): Promise<Observation> {
  const text = await taken(run, call, { content: success ? given : `Error: ${given}` }, () => success);
  return { text, success, recalledIds: [], isFromMemory: false, nextState: call.tool.nextState ?? null, durationMs: 0 };
}

/** A tool and what it is called with. Of one that is not there any more the name is known. */
interface Call {
  readonly tool: Pick<Tool, 'name' | 'isCaptured' | 'nextState'>;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the trace holds of an output: it is captured before anything cuts it. */
function taken(run: Run, { tool, args }: Call, content: ToolOutput, hasSucceeded: () => boolean): Promise<string> {
  if (tool.isCaptured === false && typeof content.content === 'string')
    return Promise.resolve(excerptInBytes(plainText(content.content).trim(), run.context.config.TOOL_OUTPUT_MAX_BYTES));
  const { kind, description } = outputOf(tool.name, JSON.stringify(args));
  const about = { kind: content.kind ?? kind, description: content.description ?? description };
  const captured: Captured = {
    ...about,
    output: content,
    get succeeded() {
      return hasSucceeded();
    },
    repeatKey: null,
  };
  return run.capture.hold(captured, run.signal);
}
