import type { Logger, Variable } from '@agent-mem/runtime';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { type Config, flowVariables } from '../config.ts';
import { flowSetting, misspeltSettings, settingSources, textOfSetting } from './flow-setting.ts';

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

/** All names of settings: also those that are no variable of the process. */
const settingNames: ReadonlySet<string> = new Set([
  ...flowParameters.map(({ parameter }) => parameter),
  'memory-token',
  'memory-scope-token',
]);

/** Where malformed settings are logged, and the keys of those that the log has. */
interface SettingsReport {
  readonly log: Logger;
  readonly reported: Set<string>;
}

/**
 * The variables as they are in a flow: by the flow's own parameters, else by the config types in their order, else by the environment.
 * A malformed value, or one under a name that is near to a setting's, has no effect; with a report it is logged once.
 */
export function flowConfig(
  flow: RunningFlow,
  configTypes: readonly string[],
  config: Config,
  report: SettingsReport | null,
): Config {
  const sources = settingSources(flow, configTypes);
  const set = new Map<string, unknown>(Object.entries(config));
  const where = (source: string, name: string) => `${flow.entry.workspace}/${flow.entry.flow} ${source} ${name}`;
  const warnOnce = (key: string, fields: object, sentence: string) => {
    if (!report || report.reported.has(key)) return;
    report.log.warn(fields, sentence);
    report.reported.add(key);
  };
  for (const { source, name, meant } of report ? misspeltSettings(sources, settingNames) : []) {
    const sentence = `a setting of a flow is not known and has no effect; did you mean ${meant}?`;
    warnOnce(`${source} ${name}`, { where: where(source, name) }, sentence);
  }
  for (const { parameter, name, variable } of flowParameters) {
    const value = flowSetting(
      sources,
      parameter,
      (text) => variable.parse(textOfSetting(text), (other) => set.get(other)),
      ({ source, given, error }) => {
        const fields = { where: where(source, parameter), err: error };
        warnOnce(`${source} ${parameter} ${given}`, fields, 'a setting of a flow is malformed and has no effect');
      },
    );
    if (value !== null) set.set(name, value);
  }
  // Each value was parsed by its own variable.
  return Object.fromEntries(set) as Config;
}
