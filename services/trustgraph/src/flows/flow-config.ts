import { type Config, variables } from '@agent-mem/agent';
import type { Logger, Variable } from '@agent-mem/runtime';
import type { RunningFlow } from '@agent-mem/trustgraph';

/** What whoever configures a flow may not decide: files of this machine, and what holds for all flows. */
const ofTheProcess: ReadonlySet<string> = new Set(['PROMPTS_FILE', 'TRUSTGRAPH_ERROR_FORM']);

/** `FACT_RETRIEVAL_TOP_K` is `fact-retrieval-top-k` in a flow, `TRUSTGRAPH_MEMORY_MODE` is `memory-mode`. */
function parameterName(variable: string): string {
  return variable
    .replace(/^TRUSTGRAPH_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}

/** What a flow may decide, by the names that parameters have. Of two variables that would share a name the one of flows is meant. */
export const flowParameters: readonly {
  readonly parameter: string;
  readonly name: string;
  readonly variable: Variable<unknown>;
}[] = Object.entries(variables)
  .filter(([name]) => !ofTheProcess.has(name) && !Object.hasOwn(variables, `TRUSTGRAPH_${name}`))
  .map(([name, variable]) => ({ parameter: parameterName(name), name, variable }));

/**
 * The agent's variables as they are in a flow: by the flow's own parameters, else by the config types in their order, else by the environment.
 * A malformed value is passed over, and the log says so once: those it was told of are noted in `reported`.
 */
export function flowConfig(
  flow: RunningFlow,
  configTypes: readonly string[],
  config: Config,
  log: Logger,
  reported: Set<string>,
): Config {
  const sources = [
    { name: 'parameters', entries: flow.entry.parameters },
    ...configTypes.map((type) => ({ name: type, entries: flow.settings(type) })),
  ];
  const set = flowParameters.flatMap(({ parameter, name, variable }): [string, unknown][] => {
    for (const { name: source, entries } of sources) {
      const given = Object.hasOwn(entries, parameter) ? entries[parameter] : undefined;
      if (given === undefined || given.trim() === '') continue;
      try {
        return [[name, variable.parse(plain(given))]];
      } catch (error) {
        const where = `${flow.entry.workspace}/${flow.entry.flow} ${source} ${parameter}`;
        if (!reported.has(`${source} ${parameter} ${given}`))
          log.warn({ where, err: error }, 'a setting of a flow is malformed and passed over');
        reported.add(`${source} ${parameter} ${given}`);
      }
    }
    return [];
  });
  // Each value was parsed by its own variable.
  return { ...config, ...Object.fromEntries(set) } as Config;
}

/** Config values are JSON text by custom: a string may come in its quotes. */
function plain(given: string): string {
  const text = given.trim();
  if (!text.startsWith('"')) return text;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'string' ? json : text;
  } catch {
    return text;
  }
}
