import { argumentsOfSchema, type Tool, type ToolSource } from '@agent-mem/agent-loop';
import { membersOf } from '@agent-mem/contract';
import { untilAborted } from '@agent-mem/runtime';
import { resolveTexts } from '@agent-mem/runtime/settings-block';
import type { OriginContext } from '../origin/origin-context.ts';
import { publishedName } from '../origin/published-name.ts';
import { isOffered, ruledTool } from '../origin/ruled-tool.ts';
import { secretMask } from '../origin/secret-mask.ts';
import type { OpenApiSettings } from '../settings/tool-settings.ts';
import { askOperation } from './ask-operation.ts';
import { readDocument } from './read-document.ts';
import { type Operation, readOperations } from './read-operations.ts';

const defaultMaxBytes = 100_000_000;
/** How long a document that cannot be read is left alone. */
const againMs = 30_000;
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** The operations of an OpenAPI document as tools. It is read when the first prompt asks for them. Throws an `Error` that names a variable which is not set. */
export function openApiSource(name: string, settings: OpenApiSettings, context: OriginContext): ToolSource {
  const { clock, environment, log, signal } = context;
  const headers = resolveTexts(`openapi.${name}.headers`, settings.headers, environment);
  const query = resolveTexts(`openapi.${name}.query`, settings.query, environment);
  const mask = secretMask([...headers.secrets, ...query.secrets]);
  const isAddress = /^https?:\/\//.test(settings.document);
  const location = isAddress ? settings.document : context.resolve(settings.document);
  const maxBytes = settings.max_bytes ?? defaultMaxBytes;
  let reading: Promise<readonly Tool[]> | null = null;

  async function read(): Promise<readonly Tool[]> {
    const document = await readDocument(location, signal);
    const { operations, leftOut } = readOperations(document);
    const [first] = Array.isArray(document.root.servers) ? document.root.servers : [];
    const named = settings.server ?? String(membersOf(first).url ?? '');
    const server = isAddress ? new URL(named, location).href : named;
    if (!/^https?:\/\//.test(server)) throw new Error('it names no server; set server');
    log.info({ interface: name, tools: operations.length, left_out: leftOut.slice(0, 20) }, 'an OpenAPI document was read');
    return operations.filter((operation) => isOffered(settings, operation.name)).map((operation) => toolOf(operation, server));
  }

  function toolOf(operation: Operation, server: string): Tool {
    const { name: ownName, description, schema, method } = operation;
    const asked = { server, headers: lowerCase(headers.texts), query: query.texts, maxBytes };
    const run: Tool['run'] = (args, call) => askOperation(operation, args, asked, AbortSignal.any([call.signal, signal]));
    const known = { name: publishedName(name, ownName), ownName, description, schema, run };
    const hints = { arguments: argumentsOfSchema(schema), isIdempotent: idempotent.has(method) };
    return ruledTool({ ...known, ...hints }, settings, name, mask);
  }

  return {
    async available(asked) {
      reading ??= read().catch((cause: Error) => {
        const reason = mask.text(cause.message);
        log.warn({ interface: name, reason }, 'an OpenAPI document cannot be read; the agent goes on without its tools');
        clock.sleep(againMs, signal).then(
          () => {
            reading = null;
          },
          () => undefined,
        );
        return [];
      });
      return await untilAborted(reading, asked);
    },
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
