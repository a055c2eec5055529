import { expect, test, vi } from 'vitest';
import { call, finish, startToolFleet } from '../../services/fleet/test/tool-fleet.ts';
import { startOtlpCollector } from '../process/otlp-collector.ts';
import { verifies } from '../verifies.ts';

const secret = 'the-secret-of-the-tool';

test(
  'the span of an invocation says which tools were called, and nothing that they were told or gave',
  verifies('agent.tools'),
  async () => {
    await using collector = await startOtlpCollector();
    const says = {
      description: 'Says what it is told',
      program: process.execPath,
      args: ['-e', 'console.log(process.argv[1], process.env.KEY)', '--', { name: 'word', pattern: '\\w+' }],
      env: { KEY: { secret: 'KEY' } },
    };
    const environment = { KEY: secret, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    {
      await using fleet = await startToolFleet({ programs: { says } }, [call('says', { word: 'wharf' }), finish('done')], {
        environment,
      });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${fleet.httpUrl}/v1/agent/invoke`, { method: 'POST', headers, body: '{"question":"q"}' });
      expect(await response.json()).toMatchObject({ answer: 'done' });
    }
    await vi.waitFor(() => expect(collector.spans.flatMap(({ events }) => events)).toContain('tool.called'), { timeout: 60_000 });
    const told = Buffer.concat(collector.bodies).toString('latin1');
    expect(told).toContain('agent_mem.outcome');
    expect(told).toContain('says');
    expect(told).not.toContain(secret);
    expect(told).not.toContain('wharf');
  },
);
