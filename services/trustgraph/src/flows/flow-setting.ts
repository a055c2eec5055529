import type { RunningFlow } from '@agent-mem/trustgraph';

/** What is set under a name, the flow's own parameter first, then the config types in their order, of those that fit; `null`: nothing. */
export function flowSetting(
  flow: RunningFlow,
  configTypes: readonly string[],
  name: string,
  fits: (value: string) => boolean,
): string | null {
  const given = [flow.entry.parameters, ...configTypes.map((type) => flow.settings(type))];
  return given.map((entries) => plain(entries[name])).find((value) => value !== '' && fits(value)) ?? null;
}

/** Config values are JSON text by custom: a word may come in its quotes. */
function plain(value: string | undefined): string {
  return (value ?? '').trim().replace(/^"(.*)"$/, '$1');
}
