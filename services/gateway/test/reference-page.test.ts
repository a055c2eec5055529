import { operationsOf, parseRequest, refuseUnknownMembers, withJsonValues } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { examples } from '../src/openapi/examples.ts';
import { routes } from '../src/routes.ts';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

const host = '127.0.0.1:8700';
const shown = routes.filter(({ planned }) => !planned);

async function get(url: string) {
  const app = await openGateway(scriptedCaller({}));
  return app.inject({ url, headers: { host } });
}

describe('the OpenAPI document', () => {
  it('has every operation that works and no other, each with its permission and an example that its rules let pass', async () => {
    const response = await get('/openapi.json');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { openapi, paths } = response.json();
    expect(openapi).toBe('3.1.0');
    const posts = Object.keys(paths).filter((path) => paths[path].post);
    expect(posts.toSorted()).toEqual(shown.map(({ path }) => path).toSorted());
    for (const { path, service, operation } of shown) {
      const { security, requestBody } = paths[path].post;
      expect([path, security]).toEqual([path, [{}, { bearer: [operationsOf(service)[operation]?.permission] }]]);
      const { example } = requestBody.content['application/json'];
      expect([path, example]).toEqual([path, examples[`${service}.${operation}`]]);
      refuseUnknownMembers(service, operation, example);
      // The operation is one of the service, which its type cannot follow.
      parseRequest(service, operation as never, withJsonValues(service, operation, example));
    }
    expect(Object.keys(examples)).toHaveLength(shown.length);
  });

  it('has the reads by id, and names every schema that it refers to', async () => {
    const { paths, components } = (await get('/openapi.json')).json();
    const reads = Object.keys(paths).filter((path) => paths[path].get);
    const services = ['agent', 'conversations', 'episodes', 'facts', 'graph', 'working-memory'];
    expect(reads.toSorted()).toEqual(services.map((service) => `/v1/${service}/{id}`));
    const references = [...JSON.stringify({ paths, components }).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    for (const [, kind = '', name = ''] of references) expect([name, components[kind][name]]).not.toEqual([name, undefined]);
  });
});

describe('the reference page', () => {
  it('shows every operation, and asks no other host for anything', async () => {
    const response = await get('/docs');
    expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    for (const { path } of shown) expect(response.body).toContain(`<summary><code>POST ${path}</code> `);
    expect(response.body).toContain('<summary><code>POST /v1/graph/get</code> One node by its id, whatever its status;');
    const asked = [...response.body.matchAll(/<(?:script|link|img|iframe)[^>]*>/g)].map(([tag]) => tag);
    expect(asked).toEqual(['<link rel="stylesheet" href="/docs/style.css">']);
    expect((await get('/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('shows examples that call the address at which the page was asked for', async () => {
    const app = await openGateway(scriptedCaller({}));
    const { body } = await app.inject({ url: '/docs', headers: { host: 'localhost:8500' } });
    expect(body).toContain('curl -X POST http://localhost:8500/v1/facts/store ');
    expect(body).not.toContain('127.0.0.1:8700');
  });

  it('escapes what the contract says', async () => {
    // A comment of the contract has a quote in it.
    const { body } = await get('/docs');
    expect(body).toContain('&quot;scope&quot;: the whole scope sees it.');
  });

  it('is what a browser comes to by the address alone, and a program reads where it is', async () => {
    const response = await get('/');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/docs']);
    expect(response.body).toBe('GET /docs describes every operation.\n');
  });

  it('leads a keyboard to every operation: all of them are opened by what a key opens, and each mark has its place', async () => {
    const { body } = await get('/docs');
    expect(body).not.toMatch(/onclick|tabindex="-1"/);
    const marks = [...body.matchAll(/href="#([^"]+)"/g)].map(([, mark]) => mark);
    for (const mark of marks) expect(body).toContain(`id="${mark}"`);
    expect([...body.matchAll(/<details /g)]).toHaveLength([...body.matchAll(/<summary>/g)].length);
  });
});
