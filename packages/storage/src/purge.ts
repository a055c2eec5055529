import type { CommittedEvent, JsonObject, NodeKind } from './graph.ts';

/** Kinds that a purge of everything leaves: they say what is not to be stored, and hold nothing that was. */
export const survivesPurge: readonly NodeKind[] = ['PurgeMark', 'Settings'];

/** Whether a unique key stands for nothing but nodes that are gone: its `holder`, or all of its `holders`. */
export function standsOnlyFor(properties: JsonObject, gone: ReadonlySet<string>): boolean {
  const { holder, holders } = properties;
  if (Array.isArray(holders)) return holders.length > 0 && holders.every((id) => typeof id === 'string' && gone.has(id));
  return typeof holder === 'string' && gone.has(holder);
}

/** Whether one of the texts stands somewhere in a JSON value, as a whole. Names of members are no texts. */
export function holdsAny(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => holdsAny(member, texts));
}

/** The same of a waiting event. Its scope says whose it is and not what it is about: a conversation may be named as its user is. */
export function eventHoldsAny(event: CommittedEvent, texts: ReadonlySet<string>): boolean {
  const { workspace: _, user: __, collection: ___, ...about } = event;
  return holdsAny(about, texts);
}
