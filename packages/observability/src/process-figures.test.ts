import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { processFigures } from './process-figures.ts';

async function scraped(registry: Registry): Promise<ReadonlyMap<string, number>> {
  const lines = (await registry.metrics()).matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

test('a scrape shows what the process takes at that moment', async () => {
  const registry = new Registry();
  processFigures(registry);
  await scraped(registry);
  const figures = await scraped(registry);
  const { user, system } = process.cpuUsage();
  expect(figures.get('process_cpu_seconds_total')).toBeLessThanOrEqual((user + system) / 1_000_000);
  expect(figures.get('nodejs_eventloop_active_seconds_total')).toBeLessThanOrEqual(
    performance.eventLoopUtilization().active / 1_000,
  );
  const heap = figures.get('nodejs_heap_size_used_bytes') ?? 0;
  expect(heap).toBeGreaterThan(0);
  expect(figures.get('process_resident_memory_bytes')).toBeGreaterThan(heap / 2);
});

test('resources that are closed are shown no more', async () => {
  const registry = new Registry();
  processFigures(registry);
  const timeouts = async () => /nodejs_active_resources\{type="Timeout"\} (\d+)/.exec(await registry.metrics())?.[1];
  const timers = Array.from({ length: 50 }, () => setTimeout(() => undefined, 3_600_000));
  const open = Number(await timeouts());
  expect(open).toBeGreaterThanOrEqual(50);
  for (const timer of timers) clearTimeout(timer);
  expect(Number((await timeouts()) ?? 0)).toBeLessThanOrEqual(open - 50);
});
