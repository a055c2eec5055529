import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHostMetrics } from './host-metrics.ts';

const page = readFileSync(new URL('../../../docs/reference/observability.md', import.meta.url), 'utf8');

test('the page on observability tells of each figure, and of its labels', async () => {
  const documented = [...page.matchAll(/^\| `((?:agentmem|tg)_\w+)` \| ?([\w, ]*?) ?\|/gm)].map(([, name, labels = '']) => [
    name,
    labels.split(', ').filter((label) => label !== ''),
  ]);
  const metrics = createHostMetrics().registry.getMetricsAsArray();
  const labelsOf = (metric: object) => ('labelNames' in metric ? metric.labelNames : null);
  expect(documented.toSorted()).toEqual(metrics.map((metric) => [metric.name, labelsOf(metric)]).toSorted());
});

test('an alert of that page asks for figures and labels that there are', () => {
  const [, alerts = ''] = /### Alerts\n(.*?)\n## /s.exec(page) ?? [];
  const asked = [...alerts.matchAll(/\b(agentmem_\w+)(?:\{(\w+))?/g)].map(([, name = '', label]) => ({ name, label }));
  expect(asked.length).toBeGreaterThan(5);
  const { registry } = createHostMetrics();
  for (const { name, label } of asked) {
    const metric = registry.getSingleMetric(name);
    expect(metric, name).toBeDefined();
    if (label) expect(metric, name).toMatchObject({ labelNames: expect.arrayContaining([label]) });
  }
});
