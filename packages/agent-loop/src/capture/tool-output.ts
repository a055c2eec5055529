/** Output of a tool that is more than a text: bytes, or content that comes in pieces. */
export interface ToolOutput {
  readonly content: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Default: text/plain where it reads as text, else application/octet-stream. */
  readonly contentType?: string;
  /** Default: command_output. */
  readonly kind?: 'command_output' | 'file_content' | 'api_response';
  /** What it is, for the reference to it. Default: made of the tool and its arguments. */
  readonly description?: string;
}

/** What any tool gave, as content: a text that is none is its JSON. */
export function contentOf(output: unknown): ToolOutput {
  if (typeof output === 'string') return { content: output };
  return isToolOutput(output) ? output : { content: JSON.stringify(output) ?? '', contentType: 'application/json' };
}

function isToolOutput(output: unknown): output is ToolOutput {
  if (typeof output !== 'object' || output === null || !('content' in output)) return false;
  const { content } = output;
  return (
    typeof content === 'string' ||
    content instanceof Uint8Array ||
    (typeof content === 'object' && content !== null && Symbol.asyncIterator in content)
  );
}
