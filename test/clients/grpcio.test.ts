import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('grpcio_client.py', import.meta.url));

describeLive("Python's grpcio", findTool('python/bin/python'), (python) => {
  it('lists, describes and calls the services by reflection alone', verifies('grpc.reflection'), async () => {
    await using fleet = await startFleet({ grpc: true });
    const { stdout } = await run(python(), [script, fleet.grpcUrl]);
    const seen = JSON.parse(stdout);
    expect(seen.services).toContain('agentmem.v1.FactsService');
    expect(seen.store_input).toBe('agentmem.v1.StoreFactRequest');
    expect(seen.stored).toMatch(/^fact_/);
    expect(seen.retrieved).toEqual([seen.stored]);
    expect(seen.metadata).toEqual({ from: 'python' });
    expect(seen.refused).toEqual({ code: 'INVALID_ARGUMENT', details: 'content: is required' });
    expect(seen.dialogs_ended).toBe(1);
    expect(seen.answer).toContain('cellar');
  });
});
