import { isJsonObject } from '@agent-mem/contract';
import type { JsonObject } from '@agent-mem/storage';

/** The metadata that a node or an edge holds: its members that are texts. */
export function metadataOf({ metadata }: JsonObject): Record<string, string> {
  if (!isJsonObject(metadata)) return {};
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
