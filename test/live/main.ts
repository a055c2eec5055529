/** `npm run test:live [-- words for Vitest]`: contract and system tests, with every real server and stock client. */
import { runLive } from './run-live.ts';

await runLive(['--project', 'contract', '--project', 'system', ...process.argv.slice(2)]);
