import { globSync, readFileSync } from 'node:fs';
import { operationsOf, routePath, type ServiceName, services } from '@agent-mem/contract';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const names = Object.keys(services) as ServiceName[];
const textOf = (page: string) => readFileSync(new URL(page, root), 'utf8');

it('no page names an operation that is planned', () => {
  const planned = names.flatMap((service) =>
    Object.entries(operationsOf(service)).flatMap(([operation, facts]) =>
      facts.planned ? [`${service}.${facts.rpc}`, `${service}.${operation}`, routePath(service, operation)] : [],
    ),
  );
  for (const page of globSync(['README.md', 'docs/**/*.md', '{packages,packages/adapters,services}/*/README.md'], {
    cwd: root,
  })) {
    const named = planned.filter((name) => new RegExp(`${name}(?![\\w-])`).test(textOf(page)));
    expect([page, named]).toEqual([page, []]);
  }
});
