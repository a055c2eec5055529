import type { Logger, Variable } from '@agent-mem/runtime';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { type Config, flowVariables } from '../config.ts';
import { flowSetting, textOfSetting } from './flow-setting.ts';

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
}[] = Object.entries(flowVariables)
  .filter(([name]) => !Object.hasOwn(flowVariables, `TRUSTGRAPH_${name}`))
  .map(([name, variable]) => ({ parameter: parameterName(name), name, variable }));

/**
 * The variables as they are in a flow: by the flow's own parameters, else by the config types in their order, else by the environment.
 * A malformed value is passed over, and logged once: `reported` notes those that the log has.
 */
export function flowConfig(
  flow: RunningFlow,
  configTypes: readonly string[],
  config: Config,
  log: Logger,
  reported: Set<string>,
): Config {
  const set = new Map<string, unknown>(Object.entries(config));
  for (const { parameter, name, variable } of flowParameters) {
    const value = flowSetting(
      flow,
      configTypes,
      parameter,
      (text) => variable.parse(textOfSetting(text), (other) => set.get(other)),
      ({ source, given, error }) => {
        const where = `${flow.entry.workspace}/${flow.entry.flow} ${source} ${parameter}`;
        if (!reported.has(`${source} ${parameter} ${given}`))
          log.warn({ where, err: error }, 'a setting of a flow is malformed and has no effect');
        reported.add(`${source} ${parameter} ${given}`);
      },
    );
    if (value !== null) set.set(name, value);
  }
  // Each value was parsed by its own variable.
  return Object.fromEntries(set) as Config;
}
