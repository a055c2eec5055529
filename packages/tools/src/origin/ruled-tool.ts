import type { Tool } from '@agent-mem/agent-loop';
import type { OriginRules, ToolRules } from '../settings/tool-settings.ts';
import { maskedError, type SecretMask } from './secret-mask.ts';

/** What an origin knows of a tool. */
export interface OriginTool extends Pick<Tool, 'name' | 'description' | 'arguments' | 'schema' | 'run'> {
  /** What the origin calls it, and the rules name it by. */
  readonly ownName: string;
  /** What the origin says of it. */
  readonly isIdempotent: boolean;
}

/** The tool as the rules of its origin and its own have it. No secret stands in what it gives. */
export function ruledTool(tool: OriginTool, rules: OriginRules & ToolRules, source: string, mask: SecretMask): Tool {
  const { ownName, isIdempotent, run, ...described } = tool;
  const own: ToolRules = rules.tools && Object.hasOwn(rules.tools, ownName) ? (rules.tools[ownName] ?? {}) : {};
  const groups = own.groups ?? rules.groups;
  return {
    ...described,
    source,
    isIdempotent: own.idempotent ?? rules.idempotent ?? isIdempotent,
    needsApproval: own.approval ?? rules.approval ?? false,
    ...(groups && { groups }),
    async run(args, context) {
      try {
        const output = await run(args, context);
        return typeof output === 'string' ? mask.text(output) : mask.output(output);
      } catch (cause) {
        throw maskedError(cause, mask.text);
      }
    },
  };
}

/** Whether the rules let a tool of this name be offered. */
export function isOffered({ only }: OriginRules, ownName: string): boolean {
  return only === undefined || only.includes(ownName);
}
