import { defineHttpPlugin } from '@agent-mem/service-kit';
import { deadLetterPath } from '../dead-letters/routes.ts';
import { maintenancePath } from '../maintenance/wire.ts';
import { forAdministrators } from './administrators.ts';
import { keysPath } from './key-routes.ts';

const others = [deadLetterPath, keysPath, maintenancePath].map((path) => `${path}/…`);

/** Answers what is below /admin and of none of its parts, with the parts there are. */
export const unknownAdminPaths = defineHttpPlugin({
  name: 'admin',
  variables: {},
  async register(app, { access, log }) {
    await forAdministrators(app, '/admin', { access, log, others }, () => {});
  },
});
