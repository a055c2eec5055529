import { OperationError } from '@agent-mem/contract';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { variables } from '../config.ts';
import { flowSetting, settingSources, textOfSetting } from '../flows/flow-setting.ts';

/**
 * Refuses, `failed-precondition`, what the flow's mode does not allow. The mode is that of the flow's parameter `memory-mode`, else of the config types in
 * their order, else the process's own; a word that is no mode is passed over.
 */
export function checkMode(flow: RunningFlow, configTypes: readonly string[], own: string, kind: 'reads' | 'writes'): void {
  const { workspace, flow: name } = flow.entry;
  const modeOf = (text: string) => variables.TRUSTGRAPH_MEMORY_MODE.parse(textOfSetting(text));
  const mode = flowSetting(settingSources(flow, configTypes), 'memory-mode', modeOf) ?? own;
  if (mode === 'off' || (mode === 'read' && kind === 'writes')) {
    const said = mode === 'off' ? 'memory is off' : 'memory is only read';
    throw new OperationError('failed-precondition', `${said} in the flow ${workspace}/${name} (memory-mode ${mode})`);
  }
}
