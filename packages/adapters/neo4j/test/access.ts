import { freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { describe, expect, it } from 'vitest';
import type { Certificates } from '../../../../test/live/certificates.ts';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { openGraph } from './opened-graph.ts';

/** Credentials, TLS and the database's name. */
export function describeAccess(server: () => Neo4j, certificates: () => Certificates): void {
  describe('access', () => {
    const withUserinfo = () => {
      const { url, user, password } = server();
      return url.replace('://', `://${user}:${encodeURIComponent(password)}@`);
    };

    it('is by credentials in the URL, for neo4j and bolt, and to a named database', async () => {
      const scope = freshScope();
      for (const url of [withUserinfo(), withUserinfo().replace('neo4j:', 'bolt:'), `${withUserinfo()}/neo4j`]) {
        await using graph = openGraph(server(), { url, user: '', password: '' });
        await graph.commit(scope, { nodes: [node({ id: 'n' })] });
      }
      await using graph = openGraph(server());
      expect(await graph.get(scope, ['n'])).toMatchObject([{ version: 3 }]);
    });

    it('is refused with wrong credentials or none, for good, and the password is not repeated', async () => {
      for (const password of ['s3cret-and-wrong', '']) {
        await using graph = openGraph(server(), { password, ...(password === '' ? { user: '' } : {}) });
        const error: unknown = await graph.get(freshScope(), ['n']).catch((refusal: unknown) => refusal);
        expect(error).toMatchObject({
          type: 'unauthenticated',
          retryable: false,
          message: expect.stringContaining(server().url),
        });
        expect(`${(error as Error).message} ${String((error as Error).cause)}`).not.toContain('s3cret');
        await expect(graph.check()).rejects.toMatchObject({ type: 'unauthenticated' });
      }
    });

    it('is refused to a database that is not there', async () => {
      await using graph = openGraph(server(), { url: `${server().url}/nowhere`, timeoutMs: 20_000 });
      await expect(graph.get(freshScope(), ['n'])).rejects.toMatchObject({ type: 'failed-precondition', retryable: false });
    });

    it('is over TLS where the authority is trusted, and not where it is not', async () => {
      for (const scheme of ['neo4j', 'neo4j+s', 'bolt+s']) {
        const url = server().url.replace('neo4j', scheme);
        await using graph = openGraph(server(), { url, caFile: certificates().authority });
        await graph.check();
      }
      for (const scheme of ['neo4j+s', 'bolt+s']) {
        await using graph = openGraph(server(), { url: server().url.replace('neo4j', scheme), timeoutMs: 2_000 });
        await expect(graph.check()).rejects.toMatchObject({
          type: 'unavailable',
          message: expect.stringMatching(/: its TLS is not trusted \(\w+\): check GRAPH_CA_FILE$/),
        });
      }
      const caFile = `${certificates().authority}.nobody`;
      expect(() => openGraph(server(), { caFile })).toThrow(`its CA file ${caFile} cannot be read`);
      await using anyOne = openGraph(server(), { url: server().url.replace('neo4j', 'bolt+ssc') });
      await anyOne.check();
    });
  });
}
