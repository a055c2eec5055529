import { readFile } from 'node:fs/promises';

/** Ticks of a second, as Linux counts them for programs on every machine. */
const ticksPerSecond = 100;

/** The CPU that a process has used so far, in milliseconds, with all its threads. Of Linux alone. */
export async function cpuMs(pid: number): Promise<number> {
  return cpuMsIn(await readFile(`/proc/${pid}/stat`, 'utf8'));
}

/** The same, of the text of `/proc/PID/stat`: the name in brackets may hold anything. */
export function cpuMsIn(stat: string): number {
  const [, user, system] = /^.*\) \S(?: -?\d+){10} (\d+) (\d+) /s.exec(stat) ?? [];
  if (user === undefined || system === undefined) throw new Error(`not a stat of a process: ${stat}`);
  return ((Number(user) + Number(system)) * 1_000) / ticksPerSecond;
}
