import { sha256 } from '@agent-mem/contract';

const longest = 64;
const hashLength = 8;

/** The name by which the model knows a tool of an origin: of characters that every model server takes, and as long as it may be. */
export function publishedName(origin: string, ownName: string): string {
  const name = `${origin}__${ownName}`.replace(/[^A-Za-z0-9_-]/g, '_');
  if (name.length <= longest) return name;
  const hash = sha256(ownName).slice(0, hashLength);
  return `${name.slice(0, longest - hashLength - 1)}_${hash}`;
}
