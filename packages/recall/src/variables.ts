import { type ConfigOf, text, type Variable } from '@agent-mem/runtime';
import { type RecallParameters, withParameters } from './ranking/parameters.ts';
import { presetNames, presetProfile } from './ranking/presets.ts';

/** What can be set about recall, the same for every service that recalls. */
export const recallVariables = {
  RECALL_PRESET: text({
    meaning: "Pipeline of recall: default, or agent-cli for that program's; a request may name another",
    default: 'default',
    oneOf: presetNames,
  }),
  RECALL_PARAMETERS: {
    meaning:
      'Parameters of recall that differ from the preset, as name=value separated by commas or spaces (docs/explanation/recall.md)',
    unit: '',
    defaultText: '',
    parse: parametersOf,
  } satisfies Variable<RecallParameters>,
};

/** Their values. */
export type RecallConfig = ConfigOf<typeof recallVariables>;

function parametersOf(given: string): RecallParameters {
  const pairs = given.split(/[\s,]+/).filter((pair) => pair !== '');
  const parameters = Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([a-z0-9_]+)=(.+)$/.exec(pair) ?? [];
      if (name === undefined) throw new Error(`must be name=value, got "${pair}"`);
      return [name, Number(value)];
    }),
  );
  withParameters(presetProfile('default', 'messages'), parameters);
  return parameters;
}
