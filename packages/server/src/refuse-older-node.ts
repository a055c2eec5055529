/** The oldest that has what the bundle uses; `bin/agent-mem.cjs` says the same of the program. */
const oldest = 24;

/** Throws where this version of Node cannot hold memory in its process. */
export function refuseOlderNode(version: string): void {
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new Error(
    `Memory in this process needs Node ${oldest} or newer, and this is Node ${version}: install it from https://nodejs.org, or give openMemory the url of a fleet`,
  );
}
