import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostable } from '@agent-mem/fleet';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { chart, objectsOf, podOf, render, variableOf } from './chart.ts';
import { fleetVariables, nodeVariables } from './fleet-variables.ts';

const fullValues = new URL('full-values.yaml', import.meta.url).pathname;
const pods = [...hostable, 'init', 'first-key'];

describeLive('values of the chart, by helm', findTool('helm'), (helm) => {
  const renderWith = async (values: object, ...args: readonly string[]) => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'values.json');
    await writeFile(file, JSON.stringify(values));
    return await render(helm(), ...args, '--values', file);
  };
  const objectsWith = async (values: object, ...args: readonly string[]) => objectsOf(await renderWith(values, ...args));

  it("a service's own false, 0 and nothing come before those of all", async () => {
    const objects = await objectsWith({
      environment: { ENABLE_ENTITIES: true, SWEEP_SECONDS: 600, ADDITIONAL_CONTEXT: 'all' },
      defaults: { replicas: 3 },
      services: { facts: { replicas: 0, environment: { ENABLE_ENTITIES: false, SWEEP_SECONDS: 0, ADDITIONAL_CONTEXT: '' } } },
    });
    const valuesOf = (name: string) =>
      ['ENABLE_ENTITIES', 'SWEEP_SECONDS', 'ADDITIONAL_CONTEXT'].map((variable) => variableOf(objects, name, variable)?.value);
    expect(valuesOf('facts')).toEqual(['false', '0', '']);
    expect(valuesOf('agent')).toEqual(['true', '600', 'all']);
    expect([podOf(objects, 'facts').replicas, podOf(objects, 'agent').replicas]).toEqual([0, 3]);
  });

  it('reach the program as they stand, whatever Kubernetes replaces in them', async () => {
    const text = `"It's" $5, $$5 and $(GRAPH_PASSWORD): a \\ b\n{{ .Values }} # no comment`;
    const objects = await objectsWith({
      environment: { ADDITIONAL_CONTEXT: text },
      models: { chat: { url: 'http://models/v1', model: '$(x)$$' } },
    });
    // Of its own Kubernetes makes $ of $$, and the value of a variable of $(NAME).
    const replaced = (value = '') => value.replaceAll(/\$(\$|\(\w+\))/g, (_, what) => (what === '$' ? '$' : ''));
    for (const name of pods) expect(replaced(variableOf(objects, name, 'ADDITIONAL_CONTEXT')?.value)).toBe(text);
    expect(replaced(variableOf(objects, 'agent', 'LLM_MODEL')?.value)).toBe('$(x)$$');
  });

  describeLive('kubernetes-validate', findTool('deploy/bin/kubernetes-validate'), (validate) => {
    it('are texts where Kubernetes wants texts, also those that look like something else', async () => {
      const store = { existingSecret: '3', userKey: '1e3', passwordKey: 'null', caKey: 'true' };
      const values = {
        imagePullSecrets: ['1'],
        bus: {
          tls: { existingSecret: '2', caKey: '0x1', certificateKey: '1.0', privateKeyKey: '8' },
          oauth2: { issuerUrl: 'https://issuer.example', audience: 'no', existingSecret: 'yes', credentialsKey: 'on' },
          scopeTokens: { existingSecret: '4', privateKeyKey: '5', publicKeysKey: '6' },
        },
        auth: { existingSecret: 'true', keyKey: 'false' },
        tls: { existingSecret: '20', certificateKey: '21', privateKeyKey: '22' },
        init: { role: '7', existingSecret: '9', tokenKey: '10' },
        models: { chat: { url: 'http://models/v1', model: '4', existingSecret: '11', apiKeyKey: '12' } },
        trust: { existingConfigMap: '13', key: '14' },
        settings: { existingConfigMap: '15', key: '16', existingSecret: '17' },
        gateway: { ingress: { enabled: true, className: 'a: "b', hosts: ['1.example'], tlsSecret: '18' } },
        serviceAccount: { name: '19' },
        topologySpread: { topologyKey: 'true' },
        stores: { graph: store, details: store },
      };
      await using directory = await temporaryDirectory();
      const file = join(directory.path, 'objects.yaml');
      const rendered = await renderWith(values, '--namespace', '2026');
      await writeFile(file, rendered);
      const { stdout, stderr } = await promisify(execFile)(validate(), ['--strict', file]);
      expect(`${stdout}${stderr}`.match(/ passed for /g)).toHaveLength(objectsOf(rendered).length);
    });
  });

  it('a variable that the chart sets is refused by its name, or set once', async () => {
    const names = [...new Set([...fleetVariables, ...nodeVariables])];
    const environment = Object.fromEntries(names.map((name) => [name, 'mine']));
    const refusal = await renderWith({ environment }).catch(String);
    const refused = [...refusal.matchAll(/'\/environment\/(\w+)'/g)].map(([, name]) => name);
    expect(refused).toEqual(
      expect.arrayContaining(['AUTH', 'ADMIN_PORT', 'DRAIN_SECONDS', 'GRAPH_CA_FILE', 'SUMMARIZER_SECRET']),
    );
    const taken = names.filter((name) => !refused.includes(name));
    expect(taken).toEqual(expect.arrayContaining(['LLM_MODEL', 'AUDIT_LOG', 'LOG_LEVEL', 'PULSAR_OAUTH2_SCOPE']));
    const objects = await objectsWith(
      { environment: Object.fromEntries(taken.map((name) => [name, 'mine'])) },
      '--values',
      fullValues,
    );
    for (const name of pods.filter((name) => name !== 'graph')) {
      const variables = podOf(objects, name).container.env.map((variable) => variable.name);
      expect(variables, name).toHaveLength(new Set(variables).size);
      // The Jobs prepare what the services need, so both ask the servers in one way.
      for (const variable of ['PULSAR_OAUTH2_SCOPE', 'GRAPH_TIMEOUT_MS'])
        expect(variableOf(objects, name, variable)?.value).toBe('mine');
    }
  });

  it('the Jobs run where the services do', async () => {
    const placement = {
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'memory', operator: 'Exists' }],
      affinity: { podAntiAffinity: {} },
    };
    const objects = await objectsWith({ defaults: placement, imagePullSecrets: ['registry'] });
    for (const name of pods)
      expect(podOf(objects, name)).toMatchObject({ ...placement, imagePullSecrets: [{ name: 'registry' }] });
  });

  it.each([
    [
      'keys for messages on the bus',
      { bus: { scopeTokens: { existingSecret: 'given' } } },
      'scope-tokens',
      {
        SCOPE_TOKEN_KEY_FILE: 'scope.key',
        SCOPE_TOKEN_PUBLIC_KEYS_FILE: 'scope.pub',
      },
    ],
    [
      'the certificate of HTTP and gRPC',
      { tls: { existingSecret: 'given' } },
      'tls',
      {
        TLS_CERTIFICATE_FILE: 'tls.crt',
        TLS_KEY_FILE: 'tls.key',
      },
    ],
  ] as const)('%s: the services alone have it, as a folder, so that a new one is seen', async (_, values, folder, files) => {
    const objects = await objectsWith(values);
    for (const name of pods) {
      const { volumes, container } = podOf(objects, name);
      const isService = hostable.includes(name);
      const mount = { name: folder, mountPath: `/etc/agent-mem/${folder}`, readOnly: true };
      expect(container.volumeMounts.filter((each) => each.name === folder)).toEqual(isService ? [mount] : []);
      expect(volumes.filter((each) => each.name === folder)).toEqual(
        isService ? [{ name: folder, secret: { secretName: 'given' } }] : [],
      );
      for (const [variable, file] of Object.entries(files))
        expect(variableOf(objects, name, variable)?.value).toBe(isService ? `/etc/agent-mem/${folder}/${file}` : undefined);
    }
  });

  it('Services say whether they are asked by TLS', async () => {
    const protocolsOf = (rendered: string) => [...new Set(rendered.match(/(?<=appProtocol: )\S+/g))].toSorted();
    expect(protocolsOf(await renderWith({}))).toEqual(['http', 'kubernetes.io/h2c']);
    expect(protocolsOf(await renderWith({ tls: { existingSecret: 'names' } }))).toEqual(['https']);
  });

  it('a release of the longest name has objects whose names Kubernetes takes', async () => {
    const { stdout } = await promisify(execFile)(helm(), ['template', 'r'.repeat(53), chart]);
    const names = objectsOf(stdout).map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(Math.max(...names.map((name) => name.length - name.indexOf('/') - 1))).toBe(63);
    expect(new Set(names).size).toBe(names.length);
  });
});
