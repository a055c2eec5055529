import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPulsar, type Pulsar, startPulsar } from '../live/pulsar/broker.ts';
import { findTool } from '../live/tools.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { pulsarInit } from '../process/pulsar-init.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const commandLine = fileURLToPath(new URL('pulsar_cli.py', import.meta.url));
const script = fileURLToPath(new URL('pulsar_client.py', import.meta.url));

/** What the script prints; its replies are looked at as they came. */
interface Seen {
  // biome-ignore lint/suspicious/noExplicitAny: what other people's clients get has no type here
  readonly seen: Readonly<Record<string, any>>;
  readonly malformed: unknown;
  readonly untold: readonly string[];
  readonly silent: boolean;
  readonly schema_refused: string | null;
}

describeLive('Apache Pulsar, asked by others', findPulsar(), (jars) => {
  describeLive("Python's pulsar-client", findTool('python/bin/python'), (python) => {
    const stack = new AsyncDisposableStack();
    let pulsar: Pulsar;
    let directory: TemporaryDirectory;
    let answered: Seen;
    beforeAll(async () => {
      pulsar = stack.use(await startPulsar(jars()));
      directory = stack.use(await temporaryDirectory());
      await pulsarInit(pulsar.webSocketUrl);
      // Recall is not left out for being late on a machine that has other things to do.
      const environment = { BUS_URL: pulsar.webSocketUrl, MEMORY_DEADLINE_MS: '10000' };
      stack.use(await startFleetProcess({ directory: directory.path, environment }));
      const { stdout } = await run(python(), [script, pulsar.serviceUrl, pulsar.adminUrl]);
      // The client writes its log there too.
      answered = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
    });
    afterAll(() => stack.disposeAsync());

    describe.each([['persistent, bytes'], ['persistent, typed'], ['non-persistent, bytes'], ['non-persistent, typed']])(
      'by the command lane, replies and requests being %s',
      (way) => {
        const seen = () => answered.seen[way];

        it('stores and retrieves facts', verifies('pulsar.clients'), () => {
          const { fact, facts } = seen();
          expect(fact).toEqual({
            store: { fact_id: expect.stringMatching(/^fact_/), created: true, status: 'ACTIVE', sensitive: [] },
            error: null,
            warnings: null,
          });
          expect(facts.error).toBeNull();
          expect(facts.retrieve.facts.map(({ id, metadata }: { id: string; metadata: object }) => [id, metadata])).toEqual([
            [fact.store.fact_id, { from: 'python' }],
          ]);
        });

        it('stores and lists episodes', () => {
          const { episode, episodes } = seen();
          expect(episodes.list.episodes.map(({ id }: { id: string }) => id)).toEqual([episode.store.episode_id]);
        });

        it('keeps a conversation', () => {
          const { said, history } = seen();
          expect(said.append_message.ordinal).toBe(1);
          expect(history.history.messages.map(({ content }: { content: string }) => content)).toEqual(['Hello']);
        });

        it('keeps a trace in working memory', () => {
          const { appended, assembled } = seen();
          expect(appended).toMatchObject({ append: { over_threshold: false }, error: null });
          const contents = assembled.assemble.items.map(({ content }: { content: string }) => content);
          expect(contents).toEqual(['Find it', 'I look in the cellar']);
        });

        it('follows an invocation to its one end', verifies('pulsar.clients', 'invocation.frames'), () => {
          const { frames } = seen();
          expect(frames.length).toBeGreaterThan(1);
          expect(frames.map(({ sequence }: { sequence: number }) => sequence)).toEqual([...frames.keys()]);
          expect(frames.filter(({ end }: { end: boolean }) => end)).toEqual([frames.at(-1)]);
          expect(frames.at(-1).invoke).toMatchObject({ answer: expect.stringContaining('cellar'), end_of_dialog: true });
        });

        it('is told the member that is wrong', verifies('pulsar.clients', 'request.refused'), () => {
          const message = 'retrieve.top_k: must be from 1 to 100, got 0';
          expect(seen().refused).toEqual({ error: { type: 'invalid-argument', message, retryable: false }, warnings: null });
        });
      },
    );

    it('is told the member of a wrong type', verifies('request.refused'), () => {
      const message = 'store.content: must be text, got a number';
      expect(answered.malformed).toEqual({ error: { type: 'invalid-argument', message, retryable: false }, warnings: null });
    });

    it('gets no reply that it did not ask for, and yet the effect', verifies('pulsar.clients'), () => {
      expect(answered.untold).toEqual(['Nobody is told of this']);
      expect(answered.silent).toBe(true);
    });

    it("sees what docs/guides/pulsar-cli.md promises of Pulsar's command line tool", verifies('pulsar.clients'), async () => {
      const page = await readFile(new URL('../../docs/guides/pulsar-cli.md', import.meta.url), 'utf8');
      const [, lines = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
      const tool = join(directory.path, 'pulsar-client');
      await writeFile(tool, `#!/bin/sh\nexec '${python()}' '${commandLine}' "$@"\n`);
      await chmod(tool, 0o755);
      const environment = { PULSAR_URL: pulsar.serviceUrl, PATH: `${directory.path}${delimiter}${process.env.PATH}` };
      // The last of them waits for more until its time is over, which is its exit code.
      const asked = lines.replaceAll('/tmp/', `${directory.path}/`);
      const { stdout } = await run('sh', ['-c', `${asked}\nexit 0`], { env: { ...process.env, ...environment } });
      const replies = [...stdout.matchAll(/properties:\[id=(\d)\], content:(.*)/g)].map(([, id, content]) => ({
        id,
        ...JSON.parse(content ?? ''),
      }));
      expect(replies[0]).toEqual({
        id: '1',
        store: { fact_id: expect.stringMatching(/^fact_/), created: true, status: 'ACTIVE', sensitive: [] },
        error: null,
        warnings: null,
      });
      expect(replies.slice(1).map(({ id, sequence }) => [id, sequence])).toEqual(
        replies.slice(1).map((_, index) => ['2', index]),
      );
      expect(replies.at(-1)).toMatchObject({ end: true, invoke: { answer: expect.stringContaining('nine') } });
    });

    it("cannot replace a topic's schema by its own", verifies('pulsar.schemas'), () => {
      expect(answered.schema_refused).toBe('IncompatibleSchema');
    });
  });
});
