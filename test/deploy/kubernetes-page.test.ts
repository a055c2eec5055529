import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hostable } from '@agent-mem/fleet';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findKubernetes, type Kubernetes, startKubernetes } from '../live/kubernetes/server.ts';
import { describeLive } from '../live/live.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { endJobs } from './end-jobs.ts';
import { blocksOfPage } from './kubernetes-page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const blocks = await blocksOfPage();
const commandsThatNeed = (need: (typeof blocks)[number]['needs']) =>
  blocks.filter(({ needs }) => needs === need).flatMap(({ commands }) => commands);

describe('the page on Kubernetes', () => {
  it('leaves out of the tests only what needs nodes or a container engine', () => {
    expect(commandsThatNeed('').length).toBeGreaterThan(10);
    for (const command of commandsThatNeed('nodes')) expect(command).toMatch(/ (rollout status|logs|port-forward) /);
    for (const command of commandsThatNeed('build')) expect(command).toMatch(/^docker (build|push) /);
  });

  it('tries it on the servers that compose has', async () => {
    const imagesOf = async (path: string) => {
      const text = await readFile(`${root}${path}`, 'utf8');
      return [...text.matchAll(/^\s+image: (\w\S*)$/gm)].map(([, image]) => image).toSorted();
    };
    expect(await imagesOf('deploy/kubernetes/servers.yaml')).toEqual(await imagesOf('deploy/compose.yaml'));
  });

  it('ends with an answer that remembers', verifies('deploy.kubernetes'), async () => {
    await using directory = await temporaryDirectory();
    await using fleet = await startFleetProcess({ directory: directory.path, environment: { AUTH: 'off' } });
    const answers: string[] = [];
    for (const command of commandsThatNeed('ask')) {
      expect(command).toContain('http://127.0.0.1:8700/');
      const asked = command.replace('http://127.0.0.1:8700', fleet.httpUrl);
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', asked], {
        env: { ...process.env, KEY: 'none' },
      });
      answers.push(stdout);
    }
    expect(answers).toHaveLength(2);
    expect(answers[1]).toContain('Anne');
  });
});

describeLive('an API server of Kubernetes, without nodes', findKubernetes(), (programs) => {
  let kubernetes: Kubernetes;
  beforeAll(async () => {
    kubernetes = await startKubernetes(programs());
  });
  afterAll(() => kubernetes?.[Symbol.asyncDispose]());

  it('takes every command of the page, in its order', {
    timeout: 600_000,
    retry: 0,
    ...verifies('deploy.kubernetes'),
  }, async () => {
    const env = { ...process.env, ...kubernetes.environment };
    const run = async (command: string) => {
      const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { cwd: root, env });
      return { stdout, stderr };
    };
    for (const command of commandsThatNeed('')) {
      const isRelease = /^helm (install|upgrade)/.test(command);
      // Every object of the fleet is looked at by what Pod Security says of its pods.
      if (isRelease) await run('kubectl label --overwrite namespace agents pod-security.kubernetes.io/warn=restricted');
      await using _jobs = isRelease ? endJobs(env, 'agents') : null;
      const { stdout, stderr } = await run(command);
      if (command.startsWith('helm')) expect([command, stderr]).toEqual([command, expect.not.stringMatching(/warning|violate/i)]);
      if (command.includes('get deployments'))
        expect(hostable.filter((name) => !stdout.includes(`deployment.apps/memory-agent-mem-${name} `))).toEqual([]);
      if (command.includes('get deployment memory')) expect(stdout).toMatch(/ 0\/2 /);
    }
    const { stdout } = await run(
      'kubectl --namespace agents get deployments,statefulsets,services,secrets --selector app.kubernetes.io/managed-by=Helm --output name',
    );
    expect(stdout).toBe('');
  });
});
