import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../src/command-line/command-line.ts';

describe('commands on records', () => {
  let data: TemporaryDirectory;
  beforeAll(async () => {
    data = await temporaryDirectory();
  });
  afterAll(() => data[Symbol.asyncDispose]());

  /** Runs a command to its end, on the embedded file. */
  async function command(...words: readonly string[]) {
    const printed: string[] = [];
    const complaints: string[] = [];
    const code = await run(words, {
      environment: { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', LOG_LEVEL: 'error' },
      input: new PassThrough(),
      output: new PassThrough(),
      print: (line) => void printed.push(line),
      complain: (line) => void complaints.push(line),
      untilStopped: () => new Promise<void>(() => {}),
    });
    return { code, printed, complaints };
  }

  it('look at nothing without making a directory', async () => {
    expect(await command('list')).toMatchObject({ code: 1, complaints: [expect.stringContaining('There is no data in')] });
  });

  it('are refused by the field, without the name of an operation that nobody typed', async () => {
    const { fact_id: id } = JSON.parse((await command('add', '--user', 'ben', '--json', 'Ben sails')).printed[0] ?? '');
    const refusals = [
      await command('add', ' '),
      await command('edit', '--user', 'ben', id, '--confidence', '7'),
      await command('why', 'rcpt_x'),
    ];
    expect(refusals.map(({ complaints }) => complaints[0])).toEqual([
      'agent-mem: content: must not be blank',
      'agent-mem: confidence: must be from 0 to 1, got 7',
      expect.stringMatching(/^agent-mem: receipt_id: must be rcpt_/),
    ]);
  });

  it('name the right command where the files of export and backup are taken for each other', async () => {
    const [archive, backup] = [join(data.path, 'archive.jsonl'), join(data.path, 'copy.sqlite')];
    await command('add', '--user', 'ben', 'Ben sails');
    await command('export', '--user', 'ben', '--out', archive);
    await command('backup', '--out', backup);
    const refused = [await command('restore', archive), await command('import', backup)];
    expect(refused.map(({ complaints }) => complaints)).toEqual([
      [`agent-mem: ${archive} was written by agent-mem export; agent-mem import reads it`],
      [`agent-mem: ${backup} was written by agent-mem backup; agent-mem restore reads it`],
    ]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1]);
  });

  it('say what of a text was not stored as it was given', async () => {
    const fact = await command('add', '--user', 'sue', 'My password is hunter2-XYZ');
    expect(fact.printed).toEqual([expect.stringMatching(/^fact_\S+ {2}stored {2}\(redacted: password\)$/)]);
    const message = await command('add', '--user', 'sue', '--message', 'My password is hunter3-XYZ');
    expect(message.printed[0]).toMatch(/^conv_\S+ {2}stored {2}\(redacted: password\)$/);
  });

  it('store, list, find, show and forget a fact of a user, which another does not see', async () => {
    const added = await command('add', '--user', 'anne', '--json', 'The', 'ferry', 'leaves', 'at', 'nine');
    expect(added).toMatchObject({ code: 0, complaints: [] });
    const { fact_id: id } = JSON.parse(added.printed[0] ?? '') as { fact_id: string };
    expect((await command('add', '--user', 'anne', 'The ferry leaves at nine')).printed).toEqual([`${id}  was there`]);
    expect((await command('list', '--user', 'anne')).printed).toEqual([`${id}  The ferry leaves at nine`]);
    expect((await command('list')).printed).toEqual(['No facts']);
    const found = await command('search', '--user', 'anne', '--kind', 'fact', 'When does the ferry leave?');
    expect(found.printed).toEqual([
      expect.stringMatching(`${id}  The ferry leaves at nine  0\\.\\d\\d`),
      expect.stringMatching(/^why: rcpt_/),
    ]);
    const why = await command('why', '--user', 'anne', found.printed[1]?.split(' ')[1] ?? '');
    expect(why.printed.join('\n')).toMatch(new RegExp(`query: When does the ferry leave\\?\nfacts:\n  ${id}  score 0`));
    expect((await command('show', '--user', 'anne', id)).printed.join('\n')).toMatch(/^content +The ferry leaves at nine$/m);
    const edited = await command('edit', '--user', 'anne', '--tag', 'travel', '--tag', 'sea', id, 'The ferry leaves at ten');
    expect(edited.printed).toEqual([`${id}  The ferry leaves at ten`]);
    const shown = JSON.parse((await command('show', '--user', 'anne', '--json', id)).printed[0] ?? '{}');
    expect(shown).toMatchObject({ id, content: 'The ferry leaves at ten', tags: ['travel', 'sea'], version: 2 });
    const late = await command('edit', '--user', 'anne', '--expected-version', '1', id, 'At eleven');
    expect(late).toMatchObject({ code: 1, printed: [] });
    expect(await command('forget', '--user', 'anne', id)).toMatchObject({ code: 0, printed: [`${id}  forgotten`] });
    const gone = { code: 1, printed: [], complaints: [`agent-mem: Fact ${id} not found`] };
    expect(await command('show', '--user', 'anne', id)).toEqual(gone);
    for (const verb of ['show', 'forget']) {
      const unknown = await command(verb, '--user', 'anne', 'nope');
      expect(unknown).toMatchObject({ code: 1, complaints: [expect.stringContaining('no id of a fact (fact_…) or an episode')] });
      const named = await command(verb, '--user', 'anne', '--kind', 'conversation', 'nope');
      expect(named).toMatchObject({ code: 1, complaints: ['agent-mem: Conversation nope not found'] });
    }
  });

  it('a purge that finds nothing, as of a user whose name is misspelt, says so beside its certificate', async () => {
    await command('add', '--user', 'carla', 'The ferry leaves at nine');
    const nothingFor = (whose: string) => [`agent-mem: nothing is stored for ${whose}, so nothing was erased`];
    expect(await command('purge', '--user', 'karla', '--yes')).toMatchObject({
      code: 0,
      printed: [expect.stringContaining('"counts": {}')],
      complaints: nothingFor('default/karla'),
    });
    const part = await command('purge', '--user', 'carla', '--conversation', 'trip', '--yes');
    expect(part.complaints).toEqual(nothingFor('trip of default/carla/default'));
    expect(await command('purge', '--user', 'carla', '--yes')).toMatchObject({ code: 0, complaints: [] });
  });

  it('search shows a passage of a long message that fits into two lines, and all of it by --full and --json', async () => {
    const filler = 'and we talked about the weather '.repeat(100);
    const long = `${filler}the ferry to Ischia leaves at nine ${filler}`.trim();
    await command('add', '--user', 'eve', '--message', long);
    const search = async (...flags: readonly string[]) =>
      (await command('search', '--user', 'eve', '--kind', 'message', ...flags, 'ferry to Ischia')).printed[0] ?? '';
    const line = await search();
    expect(line).toMatch(/ {2}user: ….*the ferry to Ischia leaves at nine.*…$/);
    expect(line.slice(line.indexOf('…')).length).toBeLessThanOrEqual(160);
    expect(await search('--full')).toContain(`user: ${long}`);
    expect(JSON.parse(await search('--json'))).toMatchObject({ content: long });
  });

  it('audit of a fleet that writes no audit log says why there is none', async () => {
    const why = expect.stringMatching(/no audit log in .*audit: .* with AUTH off none is written/);
    expect(await command('audit')).toMatchObject({ code: 1, complaints: [why] });
  });

  it('add --message stores what a user says, and prints what it teaches', async () => {
    const said = await command('add', '--user', 'bob', '--message', '--conversation', 'c1', 'I', 'live', 'in', 'Lisbon');
    expect(said).toMatchObject({ code: 0, complaints: [] });
    expect(said.printed).toEqual(['c1  stored', expect.stringMatching(/^fact_\S+ {2}learned: The user lives in Lisbon$/)]);
    expect((await command('show', '--user', 'bob', '--kind', 'conversation', 'c1')).printed).toEqual([
      expect.stringMatching(/user: I live in Lisbon$/),
    ]);
    const moved = await command('add', '--user', 'bob', '--message', 'I moved to Porto');
    expect(moved.printed).toContainEqual(expect.stringMatching(/superseded: The user lives in Lisbon$/));
    expect(await command('add', '--conversation', 'c1', 'x')).toMatchObject({ code: 2 });
  });

  it.each([
    [['list', '--kind', 'entity'], '--kind must be one of fact, episode, conversation'],
    [['edit', 'fact_1'], 'edit takes a new text, --tag or --confidence'],
    [['edit', 'fact_1', '--confidence', 'x'], '--confidence must be a number'],
    [['list', '--limit', '0'], '--limit must be a whole number from 1'],
    [['search', '--kind', 'entity', 'x'], '--kind must be one of fact, episode, message'],
  ])('refuse what they cannot take: %j', async (words, sentence) => {
    expect(await command(...words)).toMatchObject({ code: 2, complaints: [expect.stringContaining(sentence)] });
  });
});
