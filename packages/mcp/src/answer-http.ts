import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/**
 * Answers one request of MCP over HTTP, of either revision: 2026-07-28, which each request names itself, and before it 2025-11-25 and older. No session is
 * begun: each request has a server of its own. A caller without a handshake, which need not even say what it accepts, is answered JSON.
 */
export async function answerHttp(request: Request, body: unknown, makeServer: () => Server): Promise<Response> {
  if (!(await isLegacyRequest(request, body)))
    return createMcpHandler(makeServer, { legacy: 'reject' }).fetch(request, { parsedBody: body });
  const server = makeServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(acceptingAll(request), { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** Every caller can read JSON, whatever it says. */
function acceptingAll({ url, method, headers, signal }: Request): Request {
  const accepting = new Headers(headers);
  accepting.set('accept', 'application/json, text/event-stream');
  return new Request(url, { method, headers: accepting, signal });
}
