import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';

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
