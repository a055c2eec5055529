import { readdirSync, readFileSync } from 'node:fs';

/** Memory that this process's children of a name hold, in files they have mapped too. Linux only. */
export function residentBytes(name: string): number {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(statusOf)
    .filter((status) => status.get('PPid') === String(process.pid) && status.get('Name') === name)
    .reduce((sum, status) => sum + Number.parseInt(status.get('VmRSS') ?? '0', 10) * 1024, 0);
}

/** What the kernel says of a process; nothing of one that has just ended. */
function statusOf(pid: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return new Map(lines.map((line) => line.split(':\t') as [string, string]));
  } catch {
    return new Map();
  }
}
