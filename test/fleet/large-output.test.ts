import { expect, test } from 'vitest';
import { call, finish, said, startToolFleet } from '../../services/fleet/test/tool-fleet.ts';
import { verifies } from '../verifies.ts';

const node = process.execPath;
/** What the flood may take on a machine that has other things to do. */
const patienceMs = 200_000;

test(
  '64 MB of output are stored aside, whole, and the prompt shows their reference; figures say how much it was',
  verifies('agent.tools'),
  async () => {
    const floods = {
      description: 'Writes 64 MB',
      program: node,
      args: ['-e', "for (let i = 0; i < 64; i++) process.stdout.write('line of the flood\\n'.repeat(55189).padEnd(1e6))"],
      max_bytes: 100_000_000,
      timeout_ms: patienceMs,
    };
    const environment = { TOOL_TIMEOUT_MS: String(patienceMs) };
    await using fleet = await startToolFleet({ programs: { floods } }, [call('floods'), finish('much')], { environment });
    const frames = await fleet.ask('How much is it?');
    const [observation = ''] = said(frames, 'observation');
    expect(observation.length).toBeLessThan(10_000);
    const [, id = ''] = /\[MemoryRef: ([^ ]+) - /.exec(observation) ?? [];
    const { detail } = await fleet.caller.call('working-memory', 'retrieve_detail', { memory_key: id, max_bytes: 1_000 });
    expect(detail?.size_bytes).toBe(64_000_000);
    expect(frames.at(-1)).toMatchObject({ answer: 'much' });
    expect(await fleet.metrics()).toMatch(/agentmem_tool_output_bytes_sum\{service="agent",source="programs"\} 64000000/);
    expect(await fleet.metrics()).toMatch(
      /agentmem_tool_seconds_count\{service="agent",source="programs",outcome="answered"\} 1/,
    );
  },
);
