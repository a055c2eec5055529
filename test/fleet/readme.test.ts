import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram, findTool } from '../live/tools.ts';
import { spawnFleet } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const local = 'http://127.0.0.1:8700';
const fact = 'The ferry to Ischia leaves at nine';

/** The lines of the README's block with this mark behind its fence. */
async function block(mark: string): Promise<string> {
  const [, lines] = new RegExp(`\`\`\`${mark}\n(.*?)\`\`\``, 's').exec(await readFile(new URL('README.md', root), 'utf8')) ?? [];
  expect(lines, `README.md has no block ${mark}`).toBeDefined();
  return lines ?? '';
}

/** A fleet that knows the fact, as the line of curl leaves it. */
async function fleetWithFact() {
  const fleet = await startFleet({ http: true });
  await fleet.caller.call('facts', 'store', { content: fact });
  return fleet;
}

describeLive('curl', findProgram('curl'), () => {
  it("the README's line of curl stores its fact", verifies('client.readme'), async () => {
    await using fleet = await startFleet({ http: true });
    const line = (await block('sh curl')).replace(local, fleet.httpUrl);
    const { stdout } = await run('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ fact_id: expect.stringMatching(/^fact_/) });
    const { facts } = await fleet.caller.call('facts', 'list', {});
    expect(facts.map(({ content }) => content)).toEqual([fact]);
  });
});

it("the README's command of MCP serves tools on standard input and output", verifies('client.readme'), async () => {
  const [, command = ''] = /^claude mcp add memory -- (.*)$/m.exec(await block('sh mcp')) ?? [];
  const [program, ...args] = command.split(' ');
  expect(program).toBe('agent-mem');
  await using directory = await temporaryDirectory();
  await using server = spawnFleet({ directory: directory.path, args });
  const { stdin, stdout } = server.child;
  if (!stdin || !stdout) throw new Error('The program has no pipes');
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  for await (const line of createInterface({ input: stdout })) {
    const { id, result } = JSON.parse(line);
    if (id !== 2) continue;
    expect(result.tools.map(({ name }: { readonly name: string }) => name)).toContain('store_fact');
    break;
  }
  stdin.end();
  await once(server.child, 'exit');
});

it("the README's three lines of TypeScript print the fact", verifies('client.readme'), async () => {
  await using fleet = await fleetWithFact();
  const lines = (await block('ts client')).replace(local, fleet.httpUrl);
  expect(lines.trim().split('\n')).toHaveLength(3);
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', lines], {
    // A folder whose package has the client.
    cwd: new URL('examples/', root),
  });
  expect(stdout).toBe(`${fact}\n`);
});

describeLive("Python's httpx", findTool('python-http/bin/python'), (python) => {
  it("the README's three lines of Python print the fact", verifies('client.readme'), async () => {
    await using fleet = await fleetWithFact();
    const lines = await block('python client');
    expect(lines.trim().split('\n')).toHaveLength(3);
    const source = fileURLToPath(new URL('clients/python/src', root));
    const env = { ...process.env, PYTHONPATH: source, PYTHONDONTWRITEBYTECODE: '1', AGENT_MEM_URL: fleet.httpUrl };
    const { stdout } = await run(python(), ['-c', lines], { env });
    expect(stdout).toBe(`${fact}\n`);
  });
});
