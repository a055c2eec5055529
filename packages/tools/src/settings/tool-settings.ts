import type { SecretText } from '@agent-mem/runtime/settings-block';

/** What holds for one tool. */
export interface ToolRules {
  /** A person approves each call. */
  readonly approval?: boolean;
  /** Calling it twice does what calling it once does. Default: what the origin says of it. */
  readonly idempotent?: boolean;
  /** Requests that name groups are offered it by one of these. */
  readonly groups?: readonly string[];
}

/** What holds for the tools of one origin. */
export interface OriginRules extends Pick<ToolRules, 'approval' | 'groups'> {
  /** The tools that are offered, by the origin's names. Default: all. */
  readonly only?: readonly string[];
  /** What differs for single tools, by the origin's names. */
  readonly tools?: Readonly<Record<string, ToolRules>>;
  /** Most of one answer; what is longer ends the call. */
  readonly max_bytes?: number;
}

/** An MCP server: a command that is started here, or an address. */
export interface McpSettings extends OriginRules {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, SecretText>>;
  readonly folder?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, SecretText>>;
}

/** The operations of an HTTP interface, by its OpenAPI document. */
export interface OpenApiSettings extends OriginRules {
  /** File, or http(s) address. */
  readonly document: string;
  /** Where it is asked. Default: the document's first server. */
  readonly server?: string;
  readonly headers?: Readonly<Record<string, SecretText>>;
  readonly query?: Readonly<Record<string, SecretText>>;
}

/** An argument that the model gives a program: a value that fits the pattern as a whole, or one of a list. */
export interface ProgramArgument {
  readonly name: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly one_of?: readonly string[];
  /** Default true; without a value it is left out. */
  readonly required?: boolean;
}

/** A program that may be run. */
export interface ProgramSettings extends ToolRules {
  readonly description: string;
  readonly program: string;
  /** In order: texts as they are, and arguments that the model gives. */
  readonly args?: readonly (string | ProgramArgument)[];
  readonly env?: Readonly<Record<string, SecretText>>;
  readonly folder?: string;
  readonly timeout_ms?: number;
  readonly max_bytes?: number;
}

/** The block `tools:` of a settings file. */
export interface ToolSettings {
  readonly mcp?: Readonly<Record<string, McpSettings>>;
  readonly openapi?: Readonly<Record<string, OpenApiSettings>>;
  readonly programs?: Readonly<Record<string, ProgramSettings>>;
}
