import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { run } from './command-line.ts';
import type { Terminal } from './terminal.ts';

/** Runs the program on data that is not there, until it ends. */
async function ran(line: string, environment: Terminal['environment'] = {}) {
  const complaints: string[] = [];
  const terminal: Terminal = {
    environment: { DATA_DIR: '/nowhere', ...environment },
    input: new PassThrough(),
    output: new PassThrough(),
    print: () => {},
    complain: (text) => void complaints.push(text),
    untilStopped: async () => {},
  };
  return { code: await run(line.split(' '), terminal), complaints };
}

it.each([
  ['facts --user_id bob', '--user_id'],
  ['--http-prot 8700', '--http-prot'],
  ['chat --use bob', '--use'],
  ['init --dryrun', '--dryrun'],
  ['check --user_id bob', '--user_id'],
  ['reindex --from-scrach', '--from-scrach'],
  ['export --user_id bob', '--user_id'],
  ['import file --form x', '--form'],
  ['backup --output file', '--output'],
  ['restore file --replce', '--replce'],
  ['purge --user_id bob --yes', '--user_id'],
  ['purge --user anne --user-id bob --yes', '--user-id'],
  ['dead-letters list --jsn', '--jsn'],
  ['dead-letters replay --al', '--al'],
  ['--id agent-mem --config-typ x', '--config-typ'],
])('a flag that is not known is refused by its name: %s', async (line, flag) => {
  const { code, complaints } = await ran(line);
  expect(code).toBe(2);
  expect(complaints.join('\n')).toContain(`unknown option '${flag}'`);
});

it.each([
  ['add', "agent-mem: missing required argument 'text'; agent-mem add --help shows how it is used"],
  ['dead-letters show', "agent-mem: missing required argument 'id'; agent-mem dead-letters show --help shows how it is used"],
  ['--http-prot 8700', "agent-mem: unknown option '--http-prot'; did you mean --http-port?"],
  ['keys revok', "agent-mem: unknown command 'revok'; did you mean revoke?"],
])('what the command line cannot read is refused with what helps: %s', async (line, sentence) => {
  expect(await ran(line)).toEqual({ code: 2, complaints: [sentence] });
});

it.each([
  ['purge --yes', 'purge: --user <name> is required'],
  ['export', 'export: --out <file> is required'],
  ['backup', 'backup: --out <file> is required'],
])('a flag that a command cannot do without is asked for: %s', async (line, sentence) => {
  expect(await ran(line)).toEqual({ code: 2, complaints: [`agent-mem: ${sentence}`] });
});

it.each(['create', 'token'])('a permission that is none is refused with what is near: keys %s', async (command) => {
  const refused = '--permissions has wirte, which is none of read, write, feedback, summarize, admin; did you mean write?';
  const { code, complaints } = await ran(`keys ${command} --name x --permissions read,wirte`);
  expect({ code, complaints }).toEqual({ code: 2, complaints: [`agent-mem: ${refused}`] });
});

it.each([
  ['list --user ', 'list: --user is blank, and must name one'],
  ['forget fact_1 --collection ', 'forget: --collection is blank, and must name one'],
  ['export --out file --workspace ', 'export: --workspace is blank, and must name one'],
  ['purge --user anne --yes --conversation ', 'purge: --conversation is blank, and must name one'],
  ['mcp --user ', 'mcp: --user is blank, and must name one'],
])('a flag without a name, as of a shell variable that is not set, is no name of "default": %s', async (line, sentence) => {
  expect(await ran(line)).toEqual({ code: 2, complaints: [`agent-mem: ${sentence}`] });
});

it.each([
  ['migrat', /^agent-mem: There is no command or service "migrat"; agent-mem --help lists the commands; services are facts, /],
  ['doktor', /^agent-mem: There is no command or service "doktor"; did you mean doctor\?$/],
  ['dead-letter list', /"dead-letter"; did you mean dead-letters\?$/],
  ['facts episode', /"episode"; did you mean episodes\?$/],
  ['facts check', /^agent-mem: The command "check" must be the first word$/],
])('a word that is neither a command nor a service is refused with what is near: %s', async (line, sentence) => {
  expect(await ran(line)).toEqual({ code: 2, complaints: [expect.stringMatching(sentence)] });
});

it('a variable that is not known is warned of before a command does anything', async () => {
  const { complaints } = await ran('purge --yes', { DATADIR: '/data', HTTP_PROXY: 'x' });
  expect(complaints).toEqual([
    'agent-mem: DATADIR is not known; did you mean DATA_DIR?',
    'agent-mem: purge: --user <name> is required',
  ]);
});
