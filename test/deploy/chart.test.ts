import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { conversationEvents, serviceTopic, topicUrl } from '@agent-mem/contract';
import { hostable, hostedServices } from '@agent-mem/fleet';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { spawnFleet } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';
import { chart, type KubernetesObject, objectsOf, podOf, render, type Variable, variableOf } from './chart.ts';
import { fleetVariables, nodeVariables } from './fleet-variables.ts';

const run = promisify(execFile);
const fullValues = fileURLToPath(new URL('full-values.yaml', import.meta.url));
/** A stop finishes what runs for ten seconds, then cuts it; closing comes on top. */
const stopSeconds = 15;

interface Trigger {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

describeLive('helm', findTool('helm'), (helm) => {
  const rendered = { defaults: '', full: '' };
  let defaults: readonly KubernetesObject[];
  let full: readonly KubernetesObject[];
  beforeAll(async () => {
    rendered.defaults = await render(helm());
    rendered.full = await render(helm(), '--values', fullValues);
    defaults = objectsOf(rendered.defaults);
    full = objectsOf(rendered.full);
  });

  const kindOf = ({ kind, spec }: KubernetesObject) => (spec?.clusterIP === 'None' ? `headless ${kind}` : kind);
  const ofKind = (objects: readonly KubernetesObject[], kind: string) => objects.filter((object) => kindOf(object) === kind);
  const componentsOf = (objects: readonly KubernetesObject[]) =>
    objects.map(({ metadata }) => metadata.labels['app.kubernetes.io/component']).toSorted();
  const fromSecret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });

  it('has nothing to say about the chart', async () => {
    await expect(run(helm(), ['lint', '--strict', '--quiet', chart])).resolves.toMatchObject({ stdout: '' });
  });

  describeLive('kubernetes-validate', findTool('deploy/bin/kubernetes-validate'), (validate) => {
    it.each(['defaults', 'full'] as const)(
      "every object of the %s values fits the schema of Kubernetes' API, strictly",
      verifies('deploy.chart'),
      async (values) => {
        await using directory = await temporaryDirectory();
        const file = join(directory.path, 'objects.yaml');
        await writeFile(file, rendered[values]);
        const { stderr, stdout } = await run(validate(), ['--strict', file]);
        const count = values === 'full' ? full.length : defaults.length;
        expect(`${stdout}${stderr}`.match(/ passed for /g)).toHaveLength(count);
      },
    );
  });

  it('is of the version of the program', async () => {
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    for (const { spec } of ofKind(defaults, 'Deployment'))
      expect(spec.template.spec.containers[0].image).toBe(`agent-mem:${manifest.version}`);
  });

  it('takes the values that docs/guides/deploy.md shows', async () => {
    const page = await readFile(new URL('../../docs/guides/deploy.md', import.meta.url), 'utf8');
    const [, values = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'values.yaml');
    await writeFile(file, values);
    const objects = objectsOf(await render(helm(), '--values', file));
    expect([podOf(objects, 'facts').replicas, podOf(objects, 'agent').replicas]).toEqual([3, 4]);
    expect(variableOf(objects, 'init', 'PULSAR_TOKEN')).toMatchObject(fromSecret('memory-pulsar', 'admin'));
  });

  it('makes a Deployment, two Services and a disruption budget of each service that the fleet can host', () => {
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget']) {
      expect(componentsOf(ofKind(defaults, kind)), kind).toEqual(hostable.toSorted());
      expect(componentsOf(ofKind(full, kind)), kind).toEqual(hostable.filter((name) => name !== 'graph').toSorted());
    }
    // By it clients of gRPC find every pod.
    expect(componentsOf(ofKind(defaults, 'headless Service'))).toEqual(hostable.toSorted());
    expect(hostable.map((name) => podOf(defaults, name).container.args)).toEqual(hostable.map((name) => [name]));
  });

  it('sets variables that the program reads, and each once', () => {
    for (const object of [...ofKind(full, 'Deployment'), ...ofKind(full, 'Job')]) {
      const names = object.spec.template.spec.containers[0].env.map(({ name }) => name);
      expect(names.filter((name) => !fleetVariables.has(name) && !nodeVariables.includes(name))).toEqual([]);
      expect(names).toHaveLength(new Set(names).size);
    }
  });

  it('takes secrets by reference only', () => {
    const isSecret = ({ name }: Variable) => /_(USER|PASSWORD|TOKEN|API_KEY)$/.test(name);
    const secrets = ofKind(full, 'Deployment').flatMap(({ spec }) => spec.template.spec.containers[0].env.filter(isSecret));
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.filter(({ value }) => value !== undefined)).toEqual([]);
    expect(variableOf(full, 'facts', 'GRAPH_PASSWORD')).toMatchObject(fromSecret('neo4j', 'password'));
    expect(variableOf(full, 'facts', 'SEARCH_API_KEY')).toMatchObject(fromSecret('qdrant', 'key'));
    expect(variableOf(full, 'agent', 'LLM_API_KEY')).toMatchObject(fromSecret('models', 'chat'));
    expect(ofKind(full, 'Secret')).toEqual([]);
  });

  it('starts a service whose stores are away: alive, and not ready, and it says which', verifies('deploy.chart'), async () => {
    await using directory = await temporaryDirectory();
    const given = podOf(defaults, 'facts').container.env.map(({ name, value = '' }) => [name, value]);
    await using facts = spawnFleet({
      directory: directory.path,
      args: ['facts'],
      // Without a broker there is no start; one that is away has tests of its own.
      environment: { ...Object.fromEntries(given), BUS_URL: 'memory:' },
    });
    const address = await vi.waitFor(
      () => {
        const [, address] = /^agent-mem listens on (http:\S+)/m.exec(facts.output()) ?? [];
        expect(address, facts.errors()).toBeDefined();
        return address;
      },
      { timeout: 60_000 },
    );
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    const ready = await fetch(`${address}/health/ready`);
    expect(ready.status).toBe(503);
    const health = (await ready.json()) as { reasons: readonly string[]; degraded: readonly string[] };
    const named = (reasons: readonly string[]) => reasons.map((reason) => reason.split(':')[0]).toSorted();
    expect(named(health.reasons)).toEqual(['graph']);
    expect(named(health.degraded)).toEqual(['details', 'key-value store', 'search index']);
    expect(await facts.stop()).toBe(0);
  });

  it('mounts each certificate, key and settings file where its variable says', () => {
    const { container, volumes } = podOf(full, 'facts');
    const files = container.env.filter(({ name }) => /_(FILE|CERTS)$/.test(name)).map(({ value = '' }) => value);
    expect(files).toHaveLength(14);
    expect(files.filter((file) => /\.pem$/.test(file)).toSorted()).toEqual(
      ['scope-tokens/private', 'scope-tokens/public', 'tls/chain', 'tls/key'].map((name) => `/etc/agent-mem/${name}.pem`),
    );
    for (const file of files) {
      const mount = container.volumeMounts.find(({ mountPath }) => dirname(file) === mountPath);
      expect(volumes.map(({ name }) => name)).toContain(mount?.name);
    }
  });

  it("a service's own values come before those of all", () => {
    expect([podOf(full, 'facts').replicas, podOf(full, 'agent').replicas]).toEqual([4, 3]);
    expect(variableOf(full, 'facts', 'MODEL_TIMEOUT_MS')?.value).toBe('60000');
    expect(variableOf(full, 'agent', 'MODEL_TIMEOUT_MS')?.value).toBe('30000');
    expect(variableOf(full, 'facts', 'LOG_LEVEL')?.value).toBe('warn');
  });

  it('writes numbers as the program reads them', () => {
    expect(variableOf(full, 'conversations', 'CONVERSATION_IDLE_SECONDS')?.value).toBe('1000000');
    expect(variableOf(full, 'agent', 'ENABLE_EPISODE_RECORDING')?.value).toBe('false');
  });

  it('lets the gateway be asked by the names of its Service and its Ingress', () => {
    const names = variableOf(full, 'gateway', 'HTTP_ALLOWED_HOSTS')?.value?.split(',');
    expect(names).toContain('memory.example');
    expect(names).toContain('memory.internal');
    const service = ofKind(full, 'Service').find(({ metadata }) => metadata.name.endsWith('-gateway'))?.metadata.name;
    expect(names).toContain(service);
    expect(names).toContain(`${service}.agents.svc`);
  });

  it("runs init before installations and upgrades, with the administrator's token where there is one", () => {
    const { container, annotations } = podOf(full, 'init');
    expect(annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(container.args).toEqual(['init', '--role', 'agent-mem']);
    expect(variableOf(full, 'init', 'PULSAR_TOKEN')).toMatchObject(fromSecret('pulsar-admin', 'admin-jwt'));
    expect(variableOf(full, 'facts', 'PULSAR_TOKEN')).toBeUndefined();
    expect(variableOf(full, 'facts', 'PULSAR_OAUTH2_ISSUER_URL')?.value).toBe('https://issuer.example/');
    expect(variableOf(full, 'init', 'PULSAR_OAUTH2_ISSUER_URL')).toBeUndefined();
  });

  it('asks callers for a key, and makes the first one before the services are there', async () => {
    for (const name of hostable) expect(variableOf(defaults, name, 'AUTH')?.value).toBe('required');
    expect(podOf(defaults, 'first-key')).toMatchObject({
      annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' },
      container: { args: ['keys', 'create', '--first'] },
    });
    expect(variableOf(full, 'facts', 'AUTH')?.value).toBe('report');
    const { container, volumes } = podOf(full, 'first-key');
    expect(container.args).toEqual(['keys', 'create', '--first', '--key-file', '/etc/agent-mem/first-key/key']);
    expect(volumes).toContainEqual({
      name: 'first-key',
      secret: { secretName: 'first-key', items: [{ key: 'text', path: 'key' }] },
    });
    expect(variableOf(full, 'first-key', 'GRAPH_PASSWORD')).toMatchObject(fromSecret('neo4j', 'password'));
    const open = objectsOf(await render(helm(), '--set', 'auth.mode=off'));
    expect(componentsOf(ofKind(open, 'Job'))).toEqual(['init']);
  });

  it('lets everybody reach HTTP and gRPC, and only Prometheus the port for administrators', () => {
    const ingressOf = (objects: readonly KubernetesObject[]) => ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec.ingress);
    const ports = (...names: readonly string[]) => ({ ports: names.map((port) => ({ port })) });
    const from = (labels: object) => ({ from: [{ namespaceSelector: { matchLabels: labels } }] });
    expect(ingressOf(defaults)).toEqual([
      [ports('http', 'grpc'), { ...from({ 'kubernetes.io/metadata.name': 'monitoring' }), ...ports('admin') }],
    ]);
    expect(ingressOf(full)[0]?.[1]).toMatchObject(from({ team: 'watchers' }));
    for (const name of hostable) {
      expect(variableOf(defaults, name, 'ADMIN_HOST')?.value).toBe('0.0.0.0');
      const { startupProbe, livenessProbe, readinessProbe } = podOf(defaults, name).container;
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe?.httpGet.port).toBe('admin');
    }
  });

  it('and else with the token of the services', async () => {
    const objects = objectsOf(await render(helm(), '--set', 'bus.existingSecret=pulsar,bus.tokenKey=jwt'));
    for (const name of ['init', 'facts']) {
      expect(variableOf(objects, name, 'PULSAR_TOKEN')).toMatchObject(fromSecret('pulsar', 'jwt'));
    }
  });

  it('reads tools and webhooks from a ConfigMap of yours, whose secrets are variables', () => {
    for (const name of ['init', 'facts', 'gateway']) {
      expect(variableOf(full, name, 'CONFIG_FILE')?.value).toBe('/etc/agent-mem/settings/agent-mem.yaml');
      const { container, volumes } = podOf(full, name);
      expect(container.envFrom).toEqual([{ secretRef: { name: 'signing' } }]);
      expect(volumes).toContainEqual({
        name: 'settings',
        configMap: { name: 'blocks', items: [{ key: 'memory.yaml', path: 'agent-mem.yaml' }] },
      });
      expect(variableOf(defaults, name, 'CONFIG_FILE')).toBeUndefined();
      expect(podOf(defaults, name).container.envFrom).toBeUndefined();
    }
  });

  it('probes what the program answers', verifies('http.health'), async () => {
    await using fleet = await startFleet({ http: true });
    const { startupProbe, livenessProbe, readinessProbe } = podOf(defaults, 'facts').container;
    const probes = [startupProbe, livenessProbe, readinessProbe].flatMap((probe) => probe ?? []);
    expect(probes).toHaveLength(3);
    for (const { httpGet } of probes) expect((await fetch(`${fleet.adminUrl}${httpGet.path}`)).status).toBe(200);
  });

  it('runs nothing as root, nothing that can become more, on a root it cannot write to', () => {
    const pods = [...hostable, 'init'].map((name) => podOf(defaults, name));
    for (const { container, securityContext } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({ requests: { memory: '256Mi' }, limits: { memory: '768Mi' } });
    }
  });

  describe('a service that something else scales', () => {
    const scaled = (...sets: readonly string[]) => render(helm(), ...sets.flatMap((set) => ['--set', set])).then(objectsOf);

    it('has no number of pods in its Deployment, which an upgrade would set again', async () => {
      const objects = await scaled('services.facts.autoscaling.by=external');
      expect([podOf(objects, 'facts').replicas, podOf(objects, 'agent').replicas]).toEqual([undefined, 2]);
      expect(objects).toHaveLength(defaults.length);
    });

    it('has a HorizontalPodAutoscaler on CPU', async () => {
      const objects = await scaled('services.facts.autoscaling.by=cpu', 'services.facts.autoscaling.maxReplicas=20');
      expect(componentsOf(ofKind(objects, 'HorizontalPodAutoscaler'))).toEqual(['facts']);
      expect(ofKind(objects, 'HorizontalPodAutoscaler')[0]?.spec).toMatchObject({
        scaleTargetRef: { kind: 'Deployment', name: 'memory-agent-mem-facts' },
        minReplicas: 2,
        maxReplicas: 20,
      });
      expect(podOf(objects, 'facts').replicas).toBeUndefined();
    });

    it('or a ScaledObject of KEDA alone, on what waits for it on Pulsar', async () => {
      const objects = await scaled('defaults.autoscaling.by=backlog', 'keda.prometheusUrl=http://prometheus:9090');
      expect(ofKind(objects, 'HorizontalPodAutoscaler')).toEqual([]);
      const triggersOf = (component: string) => {
        const found = ofKind(objects, 'ScaledObject').find(
          ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === component,
        );
        // The shapes of Deployments are those that most tests look into.
        const spec = found?.spec as unknown as { readonly triggers: readonly Trigger[] } | undefined;
        return spec?.triggers ?? [];
      };
      const { services } = await hostedServices([]);
      for (const { name, events } of services) {
        if (name === 'agent') continue;
        const topics = [serviceTopic(name, 'command'), ...(events ? [conversationEvents] : [])];
        expect(
          triggersOf(name).map(({ metadata }) => metadata),
          name,
        ).toEqual(
          topics.map((topic) => ({
            adminURL: 'http://pulsar-broker:8080',
            topic: topicUrl(topic),
            subscription: name,
            msgBacklogThreshold: '200',
          })),
        );
      }
      // Those that run and those that wait: the backlog on Pulsar says nothing of either.
      const query = 'sum(agentmem_invocations{service="agent",namespace="agents"})';
      expect(triggersOf('agent')).toMatchObject([{ type: 'prometheus', metadata: { threshold: '12', query } }]);
      expect(triggersOf('gateway')).toMatchObject([{ type: 'cpu' }]);
    });

    it('cannot have more pods at least than at most', async () => {
      await expect(scaled('services.facts.autoscaling.minReplicas=11', 'services.facts.autoscaling.by=cpu')).rejects.toThrow(
        'services.facts.autoscaling.minReplicas',
      );
    });
  });

  it('gives every stop the time it may take, whatever is set', async () => {
    const schema = JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8'));
    const { preStopSeconds, terminationGracePeriodSeconds } = schema.properties.drain.properties;
    expect(terminationGracePeriodSeconds.minimum).toBeGreaterThan(preStopSeconds.maximum + stopSeconds);
    expect(podOf(full, 'facts').terminationGracePeriodSeconds).toBe(60);
    expect(variableOf(full, 'facts', 'DRAIN_SECONDS')?.value).toBe('45');
  });

  describe('refuses, by the name of the field,', () => {
    it.each([
      ['services.facts.replicas=two', '/services/facts/replicas'],
      ['services.fact.replicas=1', "at '/services': additional properties 'fact'"],
      ['services=null', "missing property 'services'"],
      ['bus.tls=null', "at '/bus': missing property 'tls'"],
      ['image.tagg=1', "at '/image': additional properties 'tagg'"],
      ['bus.url=http://pulsar:8080', '/bus/url'],
      ['bus.schemas=always', '/bus/schemas'],
      ['bus.oauth2.issuerUrl=https://issuer.example', '/bus/oauth2/existingSecret'],
      [
        'bus.existingSecret=token,bus.oauth2.issuerUrl=https://issuer.example,bus.oauth2.existingSecret=client',
        '/bus/existingSecret',
      ],
      ['stores.graph.url=sqlite:data', '/stores/graph/url'],
      ['stores.details.url=postgres://me:secret@postgres:5432/memories', '/stores/details/url'],
      ['stores.graph.password=secret', "at '/stores/graph': additional properties 'password'"],
      ['environment.LLM_API_KEY=secret', '/environment/LLM_API_KEY'],
      ['services.facts.environment.GRAPH_URL=memory:', '/services/facts/environment/GRAPH_URL'],
      ['models.chat.url=http://models/v1', '/models/chat/model'],
      ['models.chat.model=gpt', '/models/chat/url'],
      ['models.embeddings.existingSecret=key', '/models/embeddings/url'],
      ['image.tag=a b', '/image/tag'],
      ['bus.tls.certificateKey=tls.crt', '/bus/tls/privateKeyKey'],
      ['bus.tls.privateKeyKey=tls.key', '/bus/tls/privateKeyKey'],
      ['gateway.ingress.enabled=true', '/gateway/ingress/hosts'],
      ['drain.terminationGracePeriodSeconds=10', '/drain/terminationGracePeriodSeconds'],
      ['podSecurityContext.runAsNonRoot=false', '/podSecurityContext/runAsNonRoot'],
      ['podSecurityContext.runAsUser=0', '/podSecurityContext/runAsUser'],
    ])('%s', async (set, field) => {
      await expect(render(helm(), '--set', set)).rejects.toThrow(field);
    });
  });
});
