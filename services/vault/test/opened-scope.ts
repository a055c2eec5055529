import { memoryPorts, recordedLog, scope } from '@agent-mem/testing/kit';
import { type OpenScope, openScope } from '../src/open-scope.ts';

/** A scope in a folder that this process owns, on a graph in memory. What is reported of it goes nowhere. */
export function openedScope(folder: string, { graph } = memoryPorts()): Promise<OpenScope> {
  const unused = () => undefined;
  return openScope(folder, {
    scope,
    graph,
    log: recordedLog().log,
    takesIn: true,
    scopeName: null,
    leftAlone: unused,
    wrote: unused,
    erased: unused,
    assertOwned: unused,
  });
}
