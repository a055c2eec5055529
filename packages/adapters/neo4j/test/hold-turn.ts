/** Takes the turn to change the schema of a server, prints that it has it, and never gives it back. */

import { takeTurn } from '../src/migrate.ts';
import { withSession } from './opened-graph.ts';

const [url = '', user = '', password = ''] = process.argv.slice(2);
await withSession({ url, user, password }, async (session) => {
  await session.beginTransaction().run(takeTurn);
  process.stdout.write('held\n');
  await new Promise(() => setInterval(() => undefined, 60_000));
});
