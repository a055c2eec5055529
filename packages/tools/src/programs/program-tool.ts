import { argumentProblem, type Tool, type ToolArgument } from '@agent-mem/agent-loop';
import { noLongerNeeded } from '@agent-mem/contract';
import { resolveTexts } from '@agent-mem/runtime/settings-block';
import type { OriginContext } from '../origin/origin-context.ts';
import { ruledTool } from '../origin/ruled-tool.ts';
import { secretMask } from '../origin/secret-mask.ts';
import type { ProgramArgument, ProgramSettings } from '../settings/tool-settings.ts';
import { runProgram } from './run-program.ts';

const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 10_000_000;
const passedOn = ['PATH', 'HOME', 'LANG'] as const;

/** A program of the settings as a tool. Throws an `Error` that names a variable which is not set. */
export function programTool(name: string, settings: ProgramSettings, context: OriginContext): Tool {
  const { program, description, args = [], folder = '.', timeout_ms: timeoutMs = defaultTimeoutMs } = settings;
  const { environment, clock } = context;
  const { texts, secrets } = resolveTexts(`programs.${name}.env`, settings.env, environment);
  const inherited = passedOn.flatMap((variable) => {
    const value = environment[variable];
    return value === undefined ? [] : [[variable, value] as const];
  });
  const env = { ...Object.fromEntries(inherited), ...texts };
  const asked = args.filter((argument) => typeof argument !== 'string');
  const schema = schemaOf(asked);
  const tool = {
    name,
    ownName: name,
    description,
    arguments: asked.map(argumentOf),
    schema,
    isIdempotent: false,
    run: async (given: Readonly<Record<string, unknown>>, { signal }: { readonly signal: AbortSignal }) => {
      // The allow-list holds also for a caller that has not checked.
      const problem = argumentProblem(schema, given);
      if (problem !== null) throw new Error(problem);
      const words = args.flatMap((argument) => (typeof argument === 'string' ? [argument] : wordsOf(given[argument.name])));
      const call = { program: program.includes('/') ? context.resolve(program) : program, args: words, env };
      const bounds = { folder: context.resolve(folder), maxBytes: settings.max_bytes ?? defaultMaxBytes, clock };
      return {
        content: timed({ ...call, ...bounds }, AbortSignal.any([signal, context.signal])),
        kind: 'command_output' as const,
        description: [program, ...words].join(' '),
      };
    },
  };
  return ruledTool(tool, settings, 'programs', secretMask(secrets));

  async function* timed(call: Parameters<typeof runProgram>[0], signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const over = new AbortController();
    const done = new AbortController();
    clock.sleep(timeoutMs, done.signal).then(
      () => over.abort(new Error(`The program was ended: it ran longer than ${timeoutMs} ms`)),
      () => undefined,
    );
    try {
      yield* runProgram(call, AbortSignal.any([signal, over.signal]));
    } finally {
      done.abort(noLongerNeeded);
    }
  }
}

/** What the model may give, and nothing else: each value fits its pattern as a whole. */
function schemaOf(asked: readonly ProgramArgument[]): Readonly<Record<string, unknown>> {
  const valueSchema = ({ pattern, one_of, description }: ProgramArgument) => ({
    type: 'string',
    ...(description !== undefined && { description }),
    ...(one_of ? { enum: one_of } : { pattern: `^(?:${pattern})$`, maxLength: 4_000, not: { pattern: '\\u0000' } }),
  });
  return {
    type: 'object',
    properties: Object.fromEntries(asked.map((argument) => [argument.name, valueSchema(argument)])),
    required: asked.filter(({ required = true }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function argumentOf({ name, description, one_of, pattern, required = true }: ProgramArgument): ToolArgument {
  const form = one_of ? `one of ${one_of.join(', ')}` : `fits ${pattern}`;
  return { name, type: 'string', required, description: description === undefined ? form : `${description}; ${form}` };
}

function wordsOf(value: unknown): readonly string[] {
  return typeof value === 'string' ? [value] : [];
}
