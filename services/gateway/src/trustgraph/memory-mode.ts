import { OperationError } from '@agent-mem/contract';
import type { RunningFlow } from '@agent-mem/trustgraph';

/** How far memory is switched on in a flow, by its parameter `memory-mode`: each mode allows what the one before it does, and more. */
const modes = ['off', 'read', 'read-write', 'full'] as const;

/**
 * Refuses, `failed-precondition`, what the flow's mode does not allow. The mode is that of the flow's parameters, else of the config types in their order;
 * where none is set, or one that there is not, it is `full`.
 */
export function checkMode(flow: RunningFlow, configTypes: readonly string[], kind: 'reads' | 'writes'): void {
  const { workspace, flow: name, parameters } = flow.entry;
  const given = [parameters, ...configTypes.map((type) => flow.settings(type))].map((entries) => entries['memory-mode']);
  const mode = given.map(plain).find((word) => modes.some((known) => known === word)) ?? 'full';
  if (mode === 'off' || (mode === 'read' && kind === 'writes')) {
    const said = mode === 'off' ? 'memory is off' : 'memory is only read';
    throw new OperationError('failed-precondition', `${said} in the flow ${workspace}/${name} (memory-mode ${mode})`);
  }
}

/** Config values are JSON text by custom: a word may come in its quotes. */
function plain(value: string | undefined): string {
  return (value ?? '').trim().replace(/^"(.*)"$/, '$1');
}
