import type { ModelTool } from '../llm/llm-provider.ts';

/** A function of the caller's process that the model may call. */
export interface ToolDefinition extends Omit<ModelTool, 'schema'> {
  /** JSON Schema of its arguments. Default: any object. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Its result is shown to the model as JSON, a text as it is. What it throws is shown, too. */
  run(args: Readonly<Record<string, unknown>>, context: { readonly signal?: AbortSignal | undefined }): unknown;
}

/** The tool as the model is shown it. */
export function asModelTool({ name, description, schema = { type: 'object' } }: ToolDefinition): ModelTool {
  return { name, description, schema };
}
