import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';
import { startFleetProcess } from '../process/fleet-process.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const local = 'http://127.0.0.1:8700';

/** What a page promises of an answer: `…` stands for anything. */
function pattern(promised: string): RegExp {
  return new RegExp(`^${promised.split('…').map(RegExp.escape).join('.*')}$`, 'm');
}

/** The first block of this language under a heading of a page. */
async function block(path: string, heading: string, language: string): Promise<string> {
  const section = (await readFile(new URL(path, root), 'utf8')).split(`\n## ${heading}\n`)[1] ?? '';
  const [, found] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? [];
  expect(found, `${path} has no ${language} under "${heading}"`).toContain(local);
  return found ?? '';
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
      expect(stdout).toMatch(pattern(promised));
      // A person is slower than what is learned from an answer.
      await fleet.settled();
    }
  });

  it.each(['conversations', 'large-output', 'weights'])('docs/guides/%s.md shows what its calls answer', async (name) => {
    const page = await readFile(new URL(`docs/guides/${name}.md`, root), 'utf8');
    const script = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines).join('');
    await using fleet = await startFleet({ http: true });
    const { stdout } = await run('sh', ['-euc', script.replaceAll(local, fleet.httpUrl)]);
    const answers = stdout.trimEnd().split('\n');
    const promises = [...script.matchAll(/^# (.*)$/gm)].map(([, promised = '']) => promised);
    expect(answers).toHaveLength(promises.length);
    for (const [index, promised] of promises.entries()) expect(answers[index]).toMatch(pattern(promised));
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

it('the program of docs/get-started/agent.md prints what its page says', async () => {
  await using fleet = await startFleet({ http: true });
  const program = await block('docs/get-started/agent.md', 'A conversation that lasts', 'ts');
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program.replace(local, fleet.httpUrl)],
    { cwd: new URL('examples/', root) },
  );
  expect(stdout).toBe('The ferry leaves at nine.\nAs I said: The ferry leaves at nine.\n');
});

describeLive('curl, in front of a fleet with keys', findProgram('curl'), () => {
  it('docs/get-started/platform.md works as it stands there', async () => {
    await using directory = await temporaryDirectory();
    const environment = { AUTH: 'required', ADMIN_PORT: '0' };
    await using fleet = await startFleetProcess({ directory: directory.path, environment });
    const page = await readFile(new URL('docs/get-started/platform.md', root), 'utf8');
    const program = fileURLToPath(new URL('services/fleet/main.ts', root));
    const addresses = [
      [local, fleet.httpUrl],
      ['http://127.0.0.1:8702', fleet.adminUrl],
      ['npm --silent start --', `"${process.execPath}" "${program}"`],
    ] as const;
    const commands = [...page.matchAll(/```sh (?:key|look|save)\n(.*?)```/gs)].map(([, lines = '']) => lines).join('');
    const here = addresses.reduce((text, [documented, actual]) => text.replaceAll(documented, actual), commands);
    const env = { PATH: process.env.PATH, HOME: directory.path, DATA_DIR: directory.path, ADMIN_PORT: '0' };
    const { stdout } = await run('sh', ['-euc', here], { env, cwd: directory.path });
    for (const said of ['"created":true', '"unauthenticated"', '"ready":true', 'agentmem_', 'facts', 'before.sqlite'])
      expect(stdout).toContain(said);
    expect(await fleet.stop()).toBe(0);
    await expect(access(join(directory.path, 'before.sqlite'))).resolves.toBeUndefined();
  });
});

describeLive('python3', findProgram('python3'), () => {
  it('the Python of docs/get-started/clients.md prints the fact', async () => {
    await using fleet = await startFleet({ http: true });
    const program = (await block('docs/get-started/clients.md', 'Python', 'python')).replace(local, fleet.httpUrl);
    const { stdout } = await run('python3', ['-c', program]);
    expect(stdout).toBe('The ferry to Ischia leaves at nine\n');
  });
});
