import type { ToolArgument } from '@agent-mem/agent-loop';
import { isJsonObject } from '@agent-mem/contract';

/** What configuration says of a tool, whatever its type. */
export interface ToolConfig {
  readonly type: string;
  /** What the model calls it. */
  readonly name: string;
  readonly description: string;
  /** Absent: `default`. */
  readonly groups: readonly string[] | null;
  /** Absent: every state. */
  readonly states: readonly string[] | null;
  readonly nextState: string | null;
  readonly arguments: readonly ToolArgument[];
  /** All of it, for what only one type has. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Reads an entry of config type `tool`. Throws an `Error` that says what is wrong with it. */
export function readToolConfig(value: string): ToolConfig {
  const members: unknown = JSON.parse(value);
  if (!isJsonObject(members)) throw new Error('A tool must be a JSON object');
  const { type, name, description, group, state, 'applicable-states': states, arguments: args = [] } = members;
  if (typeof type !== 'string') throw new Error("Tool 'type' field must be a string");
  if (typeof name !== 'string' || name === '') throw new Error("Tool 'name' field must be a string");
  if (!absent(state) && typeof state !== 'string') throw new Error("Tool 'state' field must be a string");
  return {
    type,
    name,
    description: typeof description === 'string' ? description : '',
    groups: strings(group, "Tool 'group' field must be a list of strings", 'All group names must be strings'),
    states: strings(states, "Tool 'applicable-states' field must be a list of strings", 'All state names must be strings'),
    nextState: typeof state === 'string' && state !== '' ? state : null,
    arguments: Array.isArray(args) ? args.filter(isJsonObject).map(argumentOf) : [],
    members,
  };
}

/** A member that is a text, or what is given. */
export function textMember({ members }: Pick<ToolConfig, 'members'>, name: string, otherwise = ''): string {
  const value = members[name];
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function argumentOf(given: Readonly<Record<string, unknown>>): ToolArgument {
  const { name, type, description } = given;
  return {
    name: typeof name === 'string' ? name : '',
    type: typeof type === 'string' ? type : 'string',
    description: typeof description === 'string' ? description : '',
  };
}

function strings(value: unknown, noList: string, noStrings: string): readonly string[] | null {
  if (absent(value)) return null;
  if (!Array.isArray(value)) throw new Error(noList);
  if (!value.every((item) => typeof item === 'string')) throw new Error(noStrings);
  return value;
}

function absent(value: unknown): boolean {
  return value === undefined || value === null;
}
