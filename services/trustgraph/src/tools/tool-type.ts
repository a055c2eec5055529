import type { Tool, ToolArgument } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { ExplainStep, FlowClients } from '@agent-mem/trustgraph';
import type { ToolConfig } from './tool-config.ts';

/** What a tool of a flow works with, in one step. */
export interface ToolContext {
  readonly clients: FlowClients;
  /** Entries of config type `tool-service`. */
  readonly toolServices: Readonly<Record<string, string>>;
  /** URI of the step, which provenance of the tool's own follows from. */
  readonly parentUri: string;
  /** Called with each step of that provenance as it comes. */
  onExplain(step: ExplainStep): void;
}

/** A type of tools: the arguments that the model sees, and what a call does. */
export interface ToolType {
  /** `null`: configuration says. Those are passed on as the model wrote them. */
  readonly arguments: readonly ToolArgument[] | null;
  /** Throws an `Error` that says what is wrong with the tool's own settings. */
  prepare(config: ToolConfig, toolServices: ToolContext['toolServices']): (toolContext: ToolContext) => Tool['run'];
}

/** The client of a service that the tool needs. */
export function needed<Client>(client: Client | null, service: string): Client {
  if (client === null) throw new OperationError('failed-precondition', `The flow names no ${service} service`);
  return client;
}
