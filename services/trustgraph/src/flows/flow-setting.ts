import { editDistance, parsedJson } from '@agent-mem/contract';
import type { RunningFlow } from '@agent-mem/trustgraph';

/** A setting that cannot be read, with where it stands: `parameters`, or a config type. */
export interface MalformedSetting {
  readonly source: string;
  readonly given: string;
  readonly error: unknown;
}

/** One of the places in which a flow's settings stand. */
export interface SettingSource {
  readonly source: string;
  readonly entries: Readonly<Record<string, string>>;
}

/** Where settings stand, in the order in which they hold: the flow's own parameters, then the config types. */
export function settingSources(flow: RunningFlow, configTypes: readonly string[]): readonly SettingSource[] {
  return [
    { source: 'parameters', entries: flow.entry.parameters },
    ...configTypes.map((type) => ({ source: type, entries: flow.settings(type) })),
  ];
}

/**
 * What is set under a name: the first that `read` takes; `null`: nothing.
 * A value for which `read` throws is reported and passed over; one that is empty is only passed over.
 */
export function flowSetting<Value>(
  sources: readonly SettingSource[],
  name: string,
  read: (text: string) => Value,
  report: (malformed: MalformedSetting) => void = () => undefined,
): Value | null {
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

/** A name that no setting has, with where it stands and the setting that was probably meant. */
export interface MisspeltSetting {
  readonly source: string;
  readonly name: string;
  readonly meant: string;
}

/** So many letters may be wrong: a name that differs by more may be one of TrustGraph's, whose settings stand in the same sources. */
const mostWrong = 2;

/** The names that are almost one of `known`, whatever their case and the signs between their words. */
export function misspeltSettings(sources: readonly SettingSource[], known: ReadonlySet<string>): readonly MisspeltSetting[] {
  const settings = [...known].map((name) => ({ name, letters: lettersOf(name) }));
  return sources.flatMap(({ source, entries }) =>
    Object.keys(entries).flatMap((name) => {
      if (known.has(name)) return [];
      const given = lettersOf(name);
      const meant = settings.find(({ letters }) => isNear(given, letters));
      return meant === undefined ? [] : [{ source, name, meant: meant.name }];
    }),
  );
}

/** Each step of a flow asks: most names differ in their length alone. */
function isNear(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= mostWrong && editDistance(a, b) <= mostWrong;
}

/** Longer names are no misspelt ones, and would take long to compare. */
function lettersOf(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** The text of a setting. Config values are JSON by custom: a string may come in its quotes. */
export function textOfSetting(given: string): string {
  if (!given.startsWith('"')) return given;
  const json = parsedJson(given);
  return typeof json === 'string' ? json : given;
}
