import type { RunningFlow } from '@agent-mem/trustgraph';

/** A setting that cannot be read, with where it stands: `parameters`, or a config type. */
export interface MalformedSetting {
  readonly source: string;
  readonly given: string;
  readonly error: unknown;
}

/**
 * What is set under a name: of the flow's own parameter, then of the config types in their order, the first that `read` takes; `null`: nothing.
 * A value for which `read` throws is reported and passed over; one that is empty is only passed over.
 */
export function flowSetting<Value>(
  flow: RunningFlow,
  configTypes: readonly string[],
  name: string,
  read: (text: string) => Value,
  report: (malformed: MalformedSetting) => void = () => undefined,
): Value | null {
  const sources = [
    { source: 'parameters', entries: flow.entry.parameters },
    ...configTypes.map((type) => ({ source: type, entries: flow.settings(type) })),
  ];
  for (const { source, entries } of sources) {
    const given = Object.hasOwn(entries, name) ? (entries[name] ?? '') : '';
    if (given.trim() === '') continue;
    try {
      return read(given.trim());
    } catch (error) {
      report({ source, given, error });
    }
  }
  return null;
}

/** The text of a setting. Config values are JSON by custom: a string may come in its quotes. */
export function textOfSetting(given: string): string {
  if (!given.startsWith('"')) return given;
  try {
    const json: unknown = JSON.parse(given);
    return typeof json === 'string' ? json : given;
  } catch {
    return given;
  }
}
