/** `npm run chaos`: in full what every run of the live tests makes a part of. */
import { runLive } from '../live/run-live.ts';

await runLive(['--project', 'system', '--no-file-parallelism', 'test/chaos', ...process.argv.slice(2)], { CHAOS: 'full' });
