import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const config = fileURLToPath(new URL('schemathesis/schemathesis.toml', import.meta.url));

describeLive('schemathesis', findTool('python-http/bin/schemathesis'), (schemathesis) => {
  // A share of it: `test/clients/schemathesis/README.md` says how all of it is run.
  it('finds that every operation answers as the document says', verifies('http.checked'), async () => {
    await using fleet = await startFleet({ http: true });
    await using folder = await temporaryDirectory();
    const share = ['--phases', 'examples,fuzzing', '--max-examples', '1', '--max-time', '30'];
    const asked = ['--config-file', config, 'run', `${fleet.httpUrl}/openapi.json`, ...share];
    const { stdout } = await run(schemathesis(), asked, { cwd: folder.path, maxBuffer: 64 * 1024 * 1024 });
    const [, selected, all] = /(\d+) selected \/ (\d+) total/.exec(stdout) ?? [];
    expect([selected, stdout]).toEqual([all, expect.stringMatching(/\d+ generated, \d+ passed$/m)]);
  });
});
