import { Readable } from 'node:stream';
import { OperationError } from '@agent-mem/contract';
import type { ReportProgress } from '@agent-mem/runtime';
import { defineHttpPlugin } from '@agent-mem/service-kit';
import { forAdministrators } from '../access/administrators.ts';
import { hostedServices } from '../services.ts';
import type { EmbeddedData } from './embedded-data.ts';
import { linesOf } from './lines.ts';
import type { Maintenance } from './maintenance.ts';
import { maintenanceOf } from './own-stores.ts';
import { answerLines, createProgressFeed, type MaintenanceTask, maintenancePath, progressHeader, wishOf } from './wire.ts';

/** Each task with what it is asked for, and what was sent along. */
const tasks: {
  readonly [Task in MaintenanceTask]: (
    maintenance: Maintenance,
    wish: ReturnType<typeof wishOf>,
    body: AsyncIterable<Uint8Array>,
    report: ReportProgress,
  ) => AsyncIterable<unknown>;
} = {
  check: (maintenance, wish, _body, report) => maintenance.check(wish, report),
  reindex: (maintenance, wish, _body, report) => maintenance.reindex(wish, report),
  export: (maintenance, { scope }, _body, report) => {
    if (!scope) throw new OperationError('invalid-argument', 'wish.scope: is required');
    return maintenance.export({ scope }, report);
  },
  import: (maintenance, wish, body, report) => maintenance.import(wish, linesOf(body), report),
  purge: (maintenance, { scope, ...wish }, _body, report) => {
    if (!scope) throw new OperationError('invalid-argument', 'wish.scope: is required');
    return maintenance.purge({ ...wish, scope }, report);
  },
  backup: (maintenance, _wish, _body, report) => maintenance.backup({}, report),
};

/** The way in for `check`, `reindex`, `export`, `import`, `purge` and `backup` to the process that owns the data: JSON lines as the work goes on. */
export const maintenanceRoutes = (embedded: EmbeddedData) =>
  defineHttpPlugin({
    name: 'maintenance',
    variables: {},
    async register(app, { access, log, signal, ...ports }) {
      // All services, also those that other processes host: their records are in the same stores.
      const { services } = await hostedServices([]);
      await forAdministrators(app, maintenancePath, { access, log }, (instance) => {
        // A page of a browser may not send this type without asking first.
        instance.addContentTypeParser('application/x-ndjson', async (_request: unknown, payload: Readable) => payload);
        for (const [task, begin] of Object.entries(tasks)) {
          instance.post<{ Body: unknown; Querystring: { wish?: string } }>(
            `/${task}`,
            async ({ body, query, headers }, reply) => {
              const left = new AbortController();
              reply.raw.once('close', () => left.abort(new OperationError('cancelled', 'The caller has left')));
              const signals = AbortSignal.any([signal, left.signal]);
              const maintenance = maintenanceOf({ ports, services, log, signal: signals, embedded });
              const sent = body instanceof Readable ? body : Readable.from([]);
              const feed = createProgressFeed(ports.clock);
              const items = begin(maintenance, wishOf(query.wish ?? '{}'), sent, feed.report);
              return reply
                .type('application/x-ndjson')
                .send(Readable.from(answerLines(items, left.signal, headers[progressHeader] ? feed : null)));
            },
          );
        }
      });
    },
  });
