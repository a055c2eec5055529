import { OperationError, refuseUnknownNames } from '@agent-mem/contract';
import { createDeadLetters, type DeadLetterSource } from '@agent-mem/messaging';
import { defineHttpPlugin, type HttpPlugin } from '@agent-mem/service-kit';
import { forAdministrators } from '../access/administrators.ts';

/** Where every process of the fleet answers for the dead letters on its bus, whatever it hosts. */
export const deadLetterPath = '/admin/dead-letters';

/** A JSON object, of which nothing more is known. */
interface Wanted {
  readonly ids?: unknown;
  readonly all?: unknown;
}

/** The way in for `dead-letters` to the process that owns the data: those of services, and of other subscriptions that are named. */
export function deadLetterRoutes(others: readonly DeadLetterSource[]): HttpPlugin {
  return defineHttpPlugin({
    name: 'dead-letters',
    variables: {},
    async register(app, { access, bus, log }) {
      const letters = createDeadLetters(bus, others);
      await forAdministrators(app, deadLetterPath, { access, log }, (instance) => {
        instance.get('', async () => ({ dead_letters: await letters.list() }));
        instance.get<{ Params: { id: string } }>('/:id', async ({ params: { id } }) => {
          const letter = await letters.find(id);
          if (!letter) throw new OperationError('not-found', `There is no dead letter ${id}`);
          return letter;
        });
        instance.post<{ Body: Wanted }>('/replay', async ({ body }) => {
          refuseUnknownNames(body, ['ids', 'all']);
          return letters.replay(allOrIds(body));
        });
        instance.post<{ Body: Wanted }>('/drop', async ({ body }) => {
          refuseUnknownNames(body, ['ids', 'all']);
          return letters.drop(allOrIds(body));
        });
      });
    },
  });
}

function allOrIds(body: Wanted): readonly string[] | 'all' {
  return body.all === true ? 'all' : idsOf(body);
}

function idsOf({ ids }: Wanted): readonly string[] {
  if (Array.isArray(ids) && ids.every((id) => typeof id === 'string')) return ids;
  throw new OperationError('invalid-argument', 'ids: must be a list of the ids of dead letters');
}
