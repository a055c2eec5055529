import { sha256 } from '@agent-mem/contract';

/** Names that Windows reserves for devices, also with an extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;
/** What every file system takes as it is, and none confuses with another name: no capitals, no dot or blank at an end. */
const plainName = /^[a-z0-9_]([a-z0-9._-]{0,98}[a-z0-9_-])?$/;

/** A folder's name for any text, another for each text: as it is where every file system takes it, else readable with a hash behind `~`. */
export function safeName(text: string): string {
  if (plainName.test(text) && !deviceName.test(text)) return text;
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60);
  return `${readable}~${sha256(text).slice(0, 12)}`;
}
