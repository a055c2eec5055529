import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const local = 'http://127.0.0.1:8700';

/** The first block of this language under a heading of a page. */
async function block(path: string, heading: string, language: string): Promise<string> {
  const section = (await readFile(new URL(path, root), 'utf8')).split(`\n## ${heading}\n`)[1] ?? '';
  const [, found] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? [];
  expect(found, `${path} has no ${language} under "${heading}"`).toContain(local);
  return found ?? '';
}

/** A pattern that matches this text and no other. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

describeLive('curl', findProgram('curl'), () => {
  it('docs/get-started/laptop.md shows what its calls answer', async () => {
    const page = await readFile(new URL('docs/get-started/laptop.md', root), 'utf8');
    const [, ask = '', calls = ''] = /```sh\n(ask\(\).*?\n)\n(.*?)```/s.exec(page) ?? [];
    await using fleet = await startFleet({ http: true });
    const here = ask.replace(local, fleet.httpUrl);
    expect(here).not.toBe(ask);
    const shown = [...calls.matchAll(/^(ask .*)\n# (.*)$/gm)];
    expect(shown).toHaveLength(6);
    for (const [, call = '', promised = ''] of shown) {
      const { stdout } = await run('sh', ['-c', `${here}${call}`]);
      expect(stdout).toMatch(new RegExp(`^${promised.split('…').map(literal).join('.*')}$`, 'm'));
      // A person is slower than what is learned from an answer.
      await fleet.settled();
    }
  });
});

it('the TypeScript of docs/get-started/clients.md prints the fact', async () => {
  await using fleet = await startFleet({ http: true });
  const program = (await block('docs/get-started/clients.md', 'TypeScript', 'ts')).replace(local, fleet.httpUrl);
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    // A folder whose package has the client.
    cwd: new URL('examples/', root),
  });
  expect(stdout).toBe('The ferry to Ischia leaves at nine\n');
});

describeLive('python3', findProgram('python3'), () => {
  it('the Python of docs/get-started/clients.md prints the fact', async () => {
    await using fleet = await startFleet({ http: true });
    const program = (await block('docs/get-started/clients.md', 'Python', 'python')).replace(local, fleet.httpUrl);
    const { stdout } = await run('python3', ['-c', program]);
    expect(stdout).toBe('The ferry to Ischia leaves at nine\n');
  });
});
