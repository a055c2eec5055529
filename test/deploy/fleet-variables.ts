import { hostedServices, variableGroups } from '@agent-mem/fleet';

/** The name of every variable that a process of the fleet reads. */
export const fleetVariables: ReadonlySet<string> = new Set(
  variableGroups(await hostedServices([])).flatMap(({ variables }) => Object.keys(variables)),
);

/** Node's own, which a deployment may set too. */
export const nodeVariables: readonly string[] = ['NODE_EXTRA_CA_CERTS'];
