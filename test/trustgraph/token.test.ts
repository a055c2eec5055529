import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readAuditFiles } from '@agent-mem/access';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { askByWebSocket } from '../live/trustgraph/ask.ts';
import { askMemoryByRest } from '../live/trustgraph/ask-memory.ts';
import { defineBlueprint } from '../live/trustgraph/blueprints.ts';
import { findTrustGraph, startTrustGraph, type TrustGraph } from '../live/trustgraph/trustgraph.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../services/fleet/main.ts', import.meta.url));
const patience = { timeout: 60_000 };

describeLive('TrustGraph whose flows have a scope token', findTrustGraph(), (programs) => {
  const stack = new AsyncDisposableStack();
  let trustGraph: TrustGraph;
  let audit: string;
  let newToken: (...flags: readonly string[]) => Promise<string>;
  beforeAll(async () => {
    trustGraph = stack.use(await startTrustGraph(programs()));
    const directory = stack.use(await temporaryDirectory()).path;
    const [key, publicKey] = ['scope.key', 'scope.pub'].map((name) => join(directory, name)) as [string, string];
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key]);
    await run('openssl', ['pkey', '-in', key, '-pubout', '-out', publicKey]);
    audit = join(directory, 'audit');
    const files = { SCOPE_TOKEN_KEY_FILE: key, SCOPE_TOKEN_PUBLIC_KEYS_FILE: publicKey };
    const environment = { ...files, AUTH: 'required', AUDIT_LOG: audit };
    newToken = async (...flags) => {
      const words = [main, 'keys', 'token', '--name', 'flow', ...flags];
      const env = { ...process.env, ...environment, DATA_DIR: directory, LOG_LEVEL: 'error' };
      return (await run(process.execPath, words, { env })).stdout.trim();
    };
    const args = ['--id', 'agent-mem', '--pulsar-host', trustGraph.pulsar.webSocketUrl, '--no-loki-enabled'];
    stack.use(await startFleetProcess({ directory, args, environment }));
    await defineBlueprint(trustGraph.flows, 'with-token', ['replace', 'memory']);
    await trustGraph.flows.start('guarded', 'with-token');
  });
  afterAll(() => stack.disposeAsync());

  const setToken = (token: string) =>
    trustGraph.run('tg-put-config-item', '--type', 'agent-mem', '--key', 'memory-scope-token', '--value', token);
  /** The last frame of a question's answer, whose flow has this token by now. */
  const answer = async (question: string) => {
    trustGraph.model.script(question, 'Thought: I see\nFinal Answer: Mine.');
    return (await askByWebSocket(trustGraph.gatewayUrl, 'guarded', { question })).at(-1);
  };
  const list = () => askMemoryByRest(trustGraph.gatewayUrl, 'guarded', { facts: { list: {} } });

  it('answers in them as their tokens allow, and refuses by name', verifies('trustgraph.token'), async () => {
    const named = 'memory-scope-token of the flow default/guarded:';
    // A flow without one goes on.
    expect(await answer('Whose flow is this?')).toMatchObject({ content: 'Mine.', end_of_dialog: true });
    const refused = [
      [['--workspaces', 'other'], "workspace: is not this credential's, which is for other"],
      [['--minutes', '0'], 'has expired'],
      [['--permissions', 'feedback'], 'needs the permission'],
    ] as const;
    for (const [flags, reason] of refused) {
      await setToken(await newToken(...flags));
      await vi.waitFor(async () => expect(JSON.stringify(await list())).toContain(reason), patience);
      expect(await list()).toHaveProperty('error.message', expect.stringContaining(named));
      await vi.waitFor(async () => {
        const frame = await answer('Who may ask here?');
        expect(frame).toMatchObject({ message_type: 'error', content: expect.stringContaining(reason) });
        expect(frame?.content).toContain(named);
      }, patience);
    }
    const reasons = new Set((await Array.fromAsync(readAuditFiles(audit, ''))).map(({ reason }) => reason));
    expect(reasons).toEqual(new Set(['scope', 'expired', 'permission']));
    await setToken(await newToken());
    await vi.waitFor(async () => expect(await list()).toHaveProperty('facts.list.facts'), patience);
    await vi.waitFor(async () => expect(await answer('Who may ask now?')).toMatchObject({ content: 'Mine.' }), patience);
  });
});
