import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { builtOperations, operationsOf, routePath, type ServiceName, services } from '@agent-mem/contract';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';

const root = new URL('../../', import.meta.url);
const names = Object.keys(services) as ServiceName[];

it('the table of services in the README tells the operations that are built, and no other', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  for (const name of names) {
    const [, told = ''] = new RegExp(`^\\| \\[${name}\\].*\\| (.*) \\|$`, 'm').exec(readme) ?? [];
    const rpcs = builtOperations(name).map((operation) => operationsOf(name)[operation]?.rpc);
    expect([name, told.split(', ').toSorted()]).toEqual([name, rpcs.toSorted()]);
  }
});

it('no page tells of an operation that is planned', () => {
  const planned = names.flatMap((service) =>
    Object.entries(operationsOf(service)).flatMap(([operation, { planned, rpc }]) =>
      planned ? [`${service}.${rpc}`, `${service}.${operation}`, routePath(service, operation)] : [],
    ),
  );
  expect(planned.length).toBeGreaterThan(0);
  for (const page of globSync(['README.md', 'docs/*.md', 'services/*/README.md'], { cwd: root })) {
    const text = readFileSync(new URL(page, root), 'utf8');
    const told = planned.filter((name) => new RegExp(`${name}(?![\\w-])`).test(text));
    expect([page, told]).toEqual([page, []]);
  }
});

describeLive('curl', findProgram('curl'), () => {
  it("the README's ten lines answer what it says", async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const [, lines = ''] = /## Ten lines\s+```sh\n(.*?)```/s.exec(readme) ?? [];
    await using fleet = await startFleet({ http: true });
    const [ask = '', ...asked] = lines.split('\n').filter((line) => line !== '');
    const here = ask.replace('http://127.0.0.1:8700', fleet.httpUrl);
    expect(here).not.toBe(ask);
    const answers = [];
    for (const line of asked) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${here}\n${line}`]);
      answers.push(JSON.parse(stdout));
      // Who types is slower than what is learned from an answer.
      await fleet.settled();
    }
    const [, , third, , found, history] = answers;
    expect(answers).toHaveLength(6);
    expect(third.conversation_id).toBe('tuesday');
    expect(third.answer).toContain("The user's wife is named Anne");
    expect(third.answer).toContain(third.receipt.tiers.facts.items[0].id);
    expect(found.facts[0].content).toBe('The ferry to Ischia leaves at nine');
    expect(history.messages).toHaveLength(4);
  });
});
