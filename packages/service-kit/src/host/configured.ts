import { type ConfigOf, readConfig, type Variables } from '@agent-mem/runtime';

/** A part of a process with what its variables say. */
export interface Configured<Part> {
  readonly definition: Part;
  readonly config: ConfigOf<Variables>;
}

/** Reads the variables of each part. Throws if one is malformed. */
export function configured<Part extends { readonly variables: Variables }>(
  parts: readonly Part[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly Configured<Part>[] {
  return parts.map((definition) => ({ definition, config: readConfig(definition.variables, environment) }));
}
