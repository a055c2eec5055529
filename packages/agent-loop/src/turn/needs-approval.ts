import type { LoopConfig } from '../config.ts';
import type { Tool } from '../tools/tool.ts';

/** Whether a person approves each call of a tool: by its own word, or by APPROVE_TOOLS. */
export function needsApproval(
  { name, needsApproval: ownWord }: Tool,
  { APPROVE_TOOLS }: Pick<LoopConfig, 'APPROVE_TOOLS'>,
): boolean {
  return (ownWord ?? false) || APPROVE_TOOLS.split(',').some((pattern) => names(pattern.trim(), name));
}

/** A `*` in the pattern stands for any text. */
function names(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map(RegExp.escape);
  return pattern !== '' && new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}
