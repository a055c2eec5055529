import type { Sampler } from '@opentelemetry/sdk-trace';
import { UsedWrongly } from '../refusal.ts';

/** The names that OpenTelemetry gives its samplers. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Which traces are sampled. `argument`: the share of those that begin here, 0 to 1; empty: all. Throws `UsedWrongly` for another. */
export function samplerOf(sdk: typeof import('@opentelemetry/sdk-trace'), name: string, argument: string): Sampler {
  const share = argument === '' ? 1 : Number(argument);
  if (!(share >= 0 && share <= 1))
    throw new UsedWrongly(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, got "${argument}"`);
  const root = rootSampler(sdk, name.replace('parentbased_', ''), share);
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

function rootSampler(sdk: typeof import('@opentelemetry/sdk-trace'), name: string, share: number): Sampler {
  if (name === 'always_off') return new sdk.AlwaysOffSampler();
  if (name === 'traceidratio') return new sdk.TraceIdRatioBasedSampler(share);
  return new sdk.AlwaysOnSampler();
}
