import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../free-ports.ts';
import type { Availability } from '../live.ts';
import { serverProcess } from '../server-process.ts';
import { toolsFolder } from '../tools.ts';

/** An API server of Kubernetes, with etcd behind it: no nodes, and none of the controllers that act on what is stored. */
export interface Kubernetes extends AsyncDisposable {
  /** By which `kubectl` and `helm` find it as its administrator, before all other programs. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Where its programs are, and helm. */
export interface KubernetesPrograms {
  readonly folder: string;
  readonly helm: string;
}

/** The programs that `install-tools.sh` builds and unpacks, where it can. */
export function findKubernetes(): Availability<KubernetesPrograms> {
  const programs = { folder: join(toolsFolder, 'kubernetes'), helm: join(toolsFolder, 'helm') };
  const paths = [...['kube-apiserver', 'kubectl', 'etcd'].map((name) => join(programs.folder, name)), programs.helm];
  return paths.every((path) => existsSync(path))
    ? { thing: programs }
    : {
        missing: `npm run test:live installs it into ${toolsFolder}, where Go and Debian's packages can be had`,
        isOptional: true,
      };
}

/** Starts both; resolves when the API server is ready. */
export async function startKubernetes({ folder, helm }: KubernetesPrograms): Promise<Kubernetes> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'agent-mem-kubernetes-'));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const file = (name: string) => join(home, name);
  const [port = 0, clientPort = 0, peerPort = 0] = await freePorts(3);
  const token = randomBytes(16).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  await writeFile(file('accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(file('tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  await writeFile(file('config'), kubeconfig(port, token), { mode: 0o600 });
  // The two are found before the machine's own.
  await symlink(join(folder, 'kubectl'), file('kubectl'));
  await symlink(helm, file('helm'));

  const [clients, peers] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  const etcd = serverProcess({
    program: join(folder, 'etcd'),
    args: flags({
      'data-dir': file('etcd'),
      'listen-client-urls': clients,
      'advertise-client-urls': clients,
      'listen-peer-urls': peers,
      'initial-advertise-peer-urls': peers,
      'initial-cluster': `default=${peers}`,
    }),
    log: file('etcd.log'),
    isReady: () => answers(`${clients}/health`),
  });
  stack.defer(() => etcd.end('SIGKILL'));
  await etcd.start();
  const apiServer = serverProcess({
    program: join(folder, 'kube-apiserver'),
    args: flags({
      'etcd-servers': clients,
      'bind-address': '127.0.0.1',
      'secure-port': String(port),
      'cert-dir': file('certificates'),
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': file('accounts.key'),
      'service-account-signing-key-file': file('accounts.key'),
      'service-cluster-ip-range': '10.0.0.0/24',
      'token-auth-file': file('tokens.csv'),
      'authorization-mode': 'RBAC',
      // There is no other machine to be reached from.
      'endpoint-reconciler-type': 'none',
      'anonymous-auth': 'false',
    }),
    log: file('apiserver.log'),
    isReady: () => isReady(join(folder, 'kubectl'), file('config')),
  });
  stack.defer(() => apiServer.end('SIGKILL'));
  await apiServer.start();
  const running = stack.move();
  return {
    environment: {
      KUBECONFIG: file('config'),
      PATH: `${home}:${process.env.PATH}`,
      HELM_CACHE_HOME: file('helm-cache'),
      HELM_CONFIG_HOME: file('helm-config'),
      HELM_DATA_HOME: file('helm-data'),
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function flags(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(([name, value]) => `--${name}=${value}`);
}

/** JSON is YAML. The server's certificate is its own, made a moment ago. */
function kubeconfig(port: number, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

async function isReady(kubectl: string, config: string): Promise<boolean> {
  try {
    await promisify(execFile)(kubectl, ['--kubeconfig', config, 'get', '--raw', '/readyz'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
