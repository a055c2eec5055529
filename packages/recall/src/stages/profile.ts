import { OperationError } from '@agent-mem/contract';
import { type RecallParameters, withParameters } from '../ranking/parameters.ts';
import { type PresetName, presetNames, presetProfile } from '../ranking/presets.ts';
import type { RecallProfile } from '../ranking/profile.ts';
import type { RecallRequest } from '../recall.ts';
import type { RecallConfig } from '../variables.ts';

/** The profile of a request: its preset or the configured one, then the configured parameters, then its own. */
export function profileOf(config: RecallConfig, request: RecallRequest): RecallProfile {
  const name = request.preset || config.RECALL_PRESET;
  const preset = presetProfile(presetOf(name), request.use);
  // Parameters are set for the configured preset: another one is asked for as it is.
  const configured = name === config.RECALL_PRESET ? withParameters(preset, config.RECALL_PARAMETERS) : preset;
  const { topK, scoreThreshold } = request;
  return changed(configured, {
    ...request.parameters,
    ...(topK == null ? {} : { top_k: topK }),
    ...(scoreThreshold == null ? {} : { score_threshold: scoreThreshold }),
  });
}

function presetOf(name: string): PresetName {
  const preset = presetNames.find((known) => known === name);
  if (preset === undefined) throw refusal(`preset: must be one of ${presetNames.join(', ')}, got "${name}"`);
  return preset;
}

function changed(profile: RecallProfile, parameters: RecallParameters): RecallProfile {
  try {
    return withParameters(profile, parameters);
  } catch (error) {
    if (error instanceof RangeError) throw refusal(`parameters.${error.message}`);
    throw error;
  }
}

function refusal(message: string): OperationError {
  return new OperationError('invalid-argument', message);
}
