import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHostMetrics } from './host-metrics.ts';

test('the page on observability tells of each figure, and of its labels', async () => {
  const page = readFileSync(new URL('../../../docs/reference/observability.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `((?:agentmem|tg)_\w+)` \| ?([\w, ]*?) ?\|/gm)].map(([, name, labels = '']) => [
    name,
    labels.split(', ').filter((label) => label !== ''),
  ]);
  const metrics = createHostMetrics().registry.getMetricsAsArray();
  const labelsOf = (metric: object) => ('labelNames' in metric ? metric.labelNames : null);
  expect(documented.toSorted()).toEqual(metrics.map((metric) => [metric.name, labelsOf(metric)]).toSorted());
});
