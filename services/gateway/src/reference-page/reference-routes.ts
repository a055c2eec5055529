import type { FastifyInstance, FastifyReply } from 'fastify';
import { type DocumentOptions, openApiDocument } from '../openapi/document.ts';
import type { Described } from './described.ts';
import { html } from './html.ts';
import { exampleAddress } from './operation-section.ts';
import { referencePage } from './page.ts';
import { style } from './style.ts';

/** Nothing but the page's own style sheet is loaded, and nothing is run. */
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const found = 302;

/** `GET /openapi.json` and `GET /docs`: what the contract says, which needs no credential. Made once, when somebody first asks. `GET /` leads to the page. */
export function addReferenceRoutes(app: FastifyInstance, options: DocumentOptions): void {
  let made: { readonly json: string; readonly page: string } | null = null;
  function reference() {
    if (made) return made;
    const document = openApiDocument(options);
    // The page reads of the document what this type says, and tests show that it is there.
    made = { json: JSON.stringify(document), page: referencePage(document as Described) };
    return made;
  }
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.type(type).header('content-security-policy', policy).header('cache-control', 'no-cache').send(text);
  app.get('/', (_request, reply) =>
    send(reply.code(found).header('location', '/docs'), 'text/plain; charset=utf-8', 'GET /docs describes every operation.\n'),
  );
  app.get('/openapi.json', (_request, reply) => send(reply, 'application/json; charset=utf-8', reference().json));
  app.get('/docs', ({ protocol, host }, reply) => {
    const { text: address } = html`${`${protocol}://${host}`}`;
    return send(
      reply,
      'text/html; charset=utf-8',
      reference().page.replaceAll(exampleAddress, () => address),
    );
  });
  app.get('/docs/style.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', style));
}
