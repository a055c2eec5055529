import { isDeepStrictEqual } from 'node:util';
import type { PulsarAdmin } from '../admin/admin.ts';
import type { PolicyName } from '../admin/namespaces.ts';
import type { Wanted } from './plan.ts';
import { findSchema, registerSchema } from './register-schema.ts';

/** What is on the broker in the place of a thing that is wanted. */
type CurrentState = 'nothing' | 'it' | { readonly instead: string };

/** What became of one thing of a plan; in a rehearsal, what would. */
export interface Applied {
  readonly wanted: Wanted;
  readonly outcome: 'made' | 'there' | 'changed';
  /** What was there instead. */
  readonly before: string | null;
}

/**
 * Makes what is missing and changes what differs, in order, one thing at a time; what is there is left alone, so it may be repeated,
 * also after it broke off. A rehearsal only looks. Throws an `OperationError` where the broker refuses, after what was applied so far.
 */
export async function* applyPlan(
  admin: PulsarAdmin,
  plan: readonly Wanted[],
  options: { readonly rehearsal: boolean },
): AsyncGenerator<Applied> {
  for (const wanted of plan) {
    const found = await look(admin, wanted);
    if (found !== 'it' && !options.rehearsal) await make(admin, wanted);
    if (found === 'it') yield { wanted, outcome: 'there', before: null };
    else if (found === 'nothing') yield { wanted, outcome: 'made', before: null };
    else yield { wanted, outcome: 'changed', before: found.instead };
  }
}

async function look(admin: PulsarAdmin, wanted: Wanted): Promise<CurrentState> {
  switch (wanted.kind) {
    case 'tenant':
      return (await admin.tenants.exists(wanted.tenant)) ? 'it' : 'nothing';
    case 'namespace':
      return (await admin.namespaces.policies(wanted.namespace)) ? 'it' : 'nothing';
    case 'policy': {
      const value = (await admin.namespaces.policies(wanted.namespace))?.[wanted.policy];
      if (value === undefined) return 'nothing';
      return isDeepStrictEqual(value, wanted.value) ? 'it' : { instead: JSON.stringify(value) };
    }
    case 'permission': {
      const granted = await grantedTo(admin, wanted.namespace, wanted.role);
      return wanted.actions.every((action) => granted.includes(action)) ? 'it' : 'nothing';
    }
    case 'topic':
      return (await admin.topics.subscriptions(wanted.topic)) ? 'it' : 'nothing';
    case 'subscription':
      return (await admin.topics.subscriptions(wanted.topic))?.includes(wanted.subscription) ? 'it' : 'nothing';
    case 'schema': {
      const { isRegistered, newest } = await findSchema(admin, wanted.topic, wanted.schema);
      if (isRegistered) return 'it';
      return newest ? { instead: `version ${newest.version}` } : 'nothing';
    }
  }
}

async function make(admin: PulsarAdmin, wanted: Wanted): Promise<void> {
  switch (wanted.kind) {
    case 'tenant':
      return admin.tenants.create(wanted.tenant);
    case 'namespace':
      return admin.namespaces.create(wanted.namespace);
    case 'policy':
      return admin.namespaces.setPolicy<PolicyName>(wanted.namespace, wanted.policy, wanted.value);
    case 'permission': {
      // Setting would take away what else the role may do.
      const granted = await grantedTo(admin, wanted.namespace, wanted.role);
      return admin.namespaces.grant(wanted.namespace, wanted.role, [...new Set([...granted, ...wanted.actions])]);
    }
    case 'topic':
      return admin.topics.create(wanted.topic);
    case 'subscription':
      return admin.topics.ensureSubscription(wanted.topic, wanted.subscription);
    case 'schema':
      return registerSchema(admin, wanted.topic, wanted.schema);
  }
}

async function grantedTo(admin: PulsarAdmin, namespace: string, role: string): Promise<readonly string[]> {
  return (await admin.namespaces.permissions(namespace))?.[role] ?? [];
}
