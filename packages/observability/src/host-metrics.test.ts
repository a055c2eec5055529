import { readFileSync } from 'node:fs';
import { errorTypes } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { createHostMetrics } from './host-metrics.ts';

const page = readFileSync(new URL('../../../docs/reference/observability.md', import.meta.url), 'utf8');

test('the page on observability tells of each figure, and of its labels', async () => {
  const documented = [...page.matchAll(/^\| `((?:agentmem|tg|process|nodejs)_\w+)` \| ?([\w, ]*?) ?\|/gm)].map(
    ([, name, labels = '']) => [name, labels.split(', ').filter((label) => label !== '')],
  );
  const metrics = createHostMetrics().registry.getMetricsAsArray();
  const labelsOf = (metric: object) => ('labelNames' in metric ? metric.labelNames : null);
  expect(documented.toSorted()).toEqual(metrics.map((metric) => [metric.name, labelsOf(metric)]).toSorted());
});

test('an alert of that page asks for figures, labels and types of errors that there are', () => {
  const [, alerts = ''] = /### Alerts\n(.*?)\n## /s.exec(page) ?? [];
  const asked = alerts.split('\n').flatMap((line) => {
    const [, by = '', name = '', selected = ''] = /`(?:sum by \((\w+)\).*?)?(agentmem_\w+)(?:\{(.*?)\})?/.exec(line) ?? [];
    const matched = [...selected.matchAll(/(\w+)(?:=~|!=|=)"(.*?)"/g)].map(([, label = '', value = '']) => [label, value]);
    return name === '' ? [] : [{ name, labels: [by, ...matched.map(([label]) => label)].filter(Boolean), matched }];
  });
  expect(asked.length).toBeGreaterThan(5);
  const { registry } = createHostMetrics();
  for (const { name, labels, matched } of asked) {
    const metric = registry.getSingleMetric(name);
    expect(metric, name).toBeDefined();
    if (labels.length > 0) expect(metric, name).toMatchObject({ labelNames: expect.arrayContaining(labels) });
    for (const [label, value = ''] of matched)
      if (label === 'type') expect(errorTypes).toEqual(expect.arrayContaining(value.split('\\|')));
  }
});
