import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);

/** The folder of the chart. */
export const chart = fileURLToPath(new URL('../../deploy/helm/agent-mem', import.meta.url));

/** A container's variable, as Kubernetes has it. */
export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly Variable[];
  readonly envFrom?: readonly object[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly securityContext: unknown;
  readonly resources: unknown;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface PodSpec {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly object[];
  readonly affinity?: object;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
  readonly securityContext: unknown;
  readonly terminationGracePeriodSeconds: number;
}

/** What the chart makes, as far as tests look into it. */
export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  readonly spec: {
    readonly replicas: number;
    readonly clusterIP?: string;
    readonly template: { readonly spec: PodSpec };
    readonly ingress?: readonly object[];
  };
}

/** A release of the chart as text; rejects with what helm refuses. */
export async function render(helm: string, ...args: readonly string[]): Promise<string> {
  return (await run(helm, ['template', 'memory', chart, '--namespace', 'agents', ...args])).stdout;
}

/** The objects of a release. */
export function objectsOf(rendered: string): readonly KubernetesObject[] {
  return parseAllDocuments(rendered)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}

/** What runs a service, or a Job. */
export function podOf(objects: readonly KubernetesObject[], component: string) {
  const found = objects.find(
    ({ kind, metadata }) => ['Deployment', 'Job'].includes(kind) && metadata.labels['app.kubernetes.io/component'] === component,
  );
  if (!found) throw new Error(`Nothing runs ${component}`);
  const { spec } = found.spec.template;
  return { ...spec, container: spec.containers[0], replicas: found.spec.replicas, annotations: found.metadata.annotations };
}

export function variableOf(objects: readonly KubernetesObject[], component: string, name: string): Variable | undefined {
  return podOf(objects, component).container.env.findLast((variable) => variable.name === name);
}
