import type { ToolOutput } from '@agent-mem/agent-loop';
import { membersOf } from '@agent-mem/contract';

/** What a tool's result holds for the model. Throws its text where the server says that the call failed. */
export function resultOutput(result: unknown): ToolOutput {
  const { content, structuredContent, isError } = membersOf(result);
  const blocks = Array.isArray(content) ? content.map(membersOf) : [];
  const [only] = blocks;
  if (blocks.length === 1 && isError !== true && typeof only?.data === 'string') {
    const contentType = typeof only.mimeType === 'string' ? only.mimeType : 'application/octet-stream';
    return { content: Buffer.from(only.data, 'base64'), contentType, kind: 'api_response' };
  }
  const text = blocks
    .map(blockText)
    .filter((part) => part !== '')
    .join('\n');
  if (isError === true) throw new Error(text === '' ? 'The tool failed and does not say why' : text);
  if (text !== '' || structuredContent === undefined) return { content: text, kind: 'api_response' };
  return { content: JSON.stringify(structuredContent), contentType: 'application/json', kind: 'api_response' };
}

function blockText({ type, text, uri, name, mimeType, data, resource }: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text;
  if (resource !== undefined) return blockText({ type: 'resource', ...membersOf(resource) });
  const said = [type, name, uri, mimeType].filter((part) => typeof part === 'string');
  if (typeof data === 'string') said.push(`${Buffer.byteLength(data, 'base64')} bytes`);
  return said.length === 0 ? '' : `[${said.join(' ')}]`;
}
