import type { KeyStore } from '@agent-mem/access';
import { dayMs, OperationError, refuseUnknownNames } from '@agent-mem/contract';
import { visitOf } from '@agent-mem/gateway';
import { defineHttpPlugin } from '@agent-mem/service-kit';
import { type AskedBy, forAdministrators, visitorOf } from './administrators.ts';
import { auditedKeys } from './audited-keys.ts';
import { wishOfBody } from './key-view.ts';
import { longestDays } from './longest-days.ts';

/** Where a fleet answers for its keys. */
export const keysPath = '/admin/keys';

/** The way in for `keys` to a process of the fleet. */
export const keyRoutes = (store: KeyStore) =>
  defineHttpPlugin({
    name: 'keys',
    variables: {},
    async register(app, { access, log }) {
      await forAdministrators(app, keysPath, { access, log }, (instance) => {
        const keysFor = (request: AskedBy) =>
          auditedKeys(store, (operation, ids, error) =>
            access.note(visitOf(request, 'admin'), visitorOf(request), { operation, ids, error }),
          );
        instance.get('', async (request) => ({ keys: await keysFor(request).list() }));
        instance.post('', async (request) => keysFor(request).create(wishOfBody(bodyOf(request))));
        instance.post<{ Params: { id: string } }>('/:id/rotate', async (request) =>
          keysFor(request).rotate(request.params.id, graceOf(bodyOf(request))),
        );
        instance.post<{ Params: { id: string } }>('/:id/revoke', async (request) => {
          refuseUnknownNames(bodyOf(request), []);
          return { key: await keysFor(request).revoke(request.params.id) };
        });
      });
    },
  });

/** The parser takes nothing but objects. */
function bodyOf({ body }: { readonly body: unknown }): object {
  return body as object;
}

const mostGraceMs = longestDays * dayMs;

function graceOf(body: object): number {
  refuseUnknownNames(body, ['grace_ms']);
  const { grace_ms: grace = 0 } = { ...body } as { readonly grace_ms?: unknown };
  if (typeof grace === 'number' && Number.isInteger(grace) && grace >= 0 && grace <= mostGraceMs) return grace;
  throw new OperationError('invalid-argument', `grace_ms: must be a whole number of milliseconds from 0 to ${mostGraceMs}`);
}
