import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../../clients/python/', import.meta.url));

describeLive("Python's httpx, mypy and pytest", findTool('python-http/bin/python'), (python) => {
  it('has types that mypy finds nothing wrong with', verifies('client.python'), async () => {
    expect((await run(python(), ['-m', 'mypy', '--cache-dir', '/dev/null'], { cwd })).stdout).toContain('no issues found');
  });

  it('asks a live fleet, by the verbs of mem0 and by operations', verifies('client.python'), async () => {
    await using fleet = await startFleet({ http: true });
    const env = { ...process.env, AGENT_MEM_URL: fleet.httpUrl, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run(python(), ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd, env });
    expect(stdout).toMatch(/^\d+ passed/m);
  });
});
