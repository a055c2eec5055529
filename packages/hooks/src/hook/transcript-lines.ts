import { open } from 'node:fs/promises';
import { type Members, membersOf } from './members.ts';

/** The end of a transcript is read; what was said before is stored long since. */
const mostBytes = 2_000_000;

/** The lines at the end of a transcript, the oldest first. Lines that are cut or are no JSON have no members; a file that cannot be read has no lines. */
export async function readLastLines(path: string): Promise<readonly Members[]> {
  if (path === '') return [];
  return (await endOf(path)).split('\n').map(parsed);
}

async function endOf(path: string): Promise<string> {
  try {
    await using file = await open(path, 'r');
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}

function parsed(line: string): Members {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return {};
  }
}
