import { globSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type GraphNode, type NodeWrite } from '@agent-mem/storage';
import { describeGraph, describeGraphArchive } from '@agent-mem/storage/contract-suite';
import { temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { inlineBodies, withConversationFiles } from './index.ts';

for (const saves of ['at-once', 'at-the-end', 'never'] as const) {
  const opened = async () => {
    const directory = await temporaryDirectory();
    const store = withConversationFiles(createMemoryGraph({ clock: systemClock }), { directory: directory.path, saves });
    return { store, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
  };
  const name = `a graph with conversation files, saved ${saves},`;
  describeGraph(name, opened);
  describeGraphArchive(name, opened);
}

const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
const now = new Date(0).toISOString();
const written = { conversationId: 'talk', createdAt: now, updatedAt: now };
const message = (id: string, ordinal: number, content: string): NodeWrite => ({
  ...written,
  id,
  ordinal,
  kind: 'Message',
  properties: { role: 'user', content, reasoning: null, timestamp: now },
});
const conversation = (state: string): NodeWrite => ({ ...written, id: 'conv_talk', kind: 'Conversation', properties: { state } });

async function open(saves: 'at-once' | 'at-the-end' = 'at-once') {
  const directory = await temporaryDirectory();
  const inner = createMemoryGraph({ clock: systemClock });
  const reopened = (how: 'at-once' | 'at-the-end' | 'never' = saves) =>
    withConversationFiles(inner, { directory: directory.path, saves: how });
  const files = () => globSync('conversations/*/*.json', { cwd: directory.path }).map((file) => join(directory.path, file));
  const texts = async () => await Promise.all(files().map((file) => readFile(file, 'utf8')));
  return {
    inner,
    graph: reopened(),
    reopened,
    files,
    texts,
    contents: (nodes: readonly GraphNode[]) => nodes.map(({ properties }) => properties.content),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe('what is said in a conversation', () => {
  it('is in one JSON document and not in the Graph, with its calls and their results; the conversation says where', async () => {
    await using opened = await open();
    const { graph, inner, texts, contents } = opened;
    const call: NodeWrite = {
      ...written,
      id: 'call_1',
      kind: 'ToolCall',
      properties: { message_id: 'msg_1', tool_name: 'look', arguments: '{"at":"sea"}', duration_ms: 3 },
    };
    const result: NodeWrite = {
      ...written,
      id: 'res_1',
      kind: 'ToolResult',
      properties: { tool_call_id: 'call_1', result: '"blue"', error: null, success: true },
    };
    const nodes = [conversation('active'), message('msg_2', 2, 'second'), message('msg_1', 1, 'first'), call, result];
    await graph.commit(scope, { nodes });
    expect((await texts()).map((text) => JSON.parse(text))).toEqual([
      {
        version: 1,
        ...scope,
        conversation_id: 'talk',
        messages: [
          {
            id: 'msg_1',
            ordinal: 1,
            role: 'user',
            timestamp: now,
            content: 'first',
            reasoning: null,
            tool_calls: [
              {
                id: 'call_1',
                tool_name: 'look',
                arguments: '{"at":"sea"}',
                tool_result: { id: 'res_1', result: '"blue"', error: null },
              },
            ],
          },
          { id: 'msg_2', ordinal: 2, role: 'user', timestamp: now, content: 'second', reasoning: null, tool_calls: [] },
        ],
      },
    ]);
    expect(JSON.stringify(await inner.get(scope, ['msg_1', 'call_1', 'res_1']))).not.toMatch(/first|sea|blue/);
    expect(contents(await graph.get(scope, ['msg_1', 'msg_2']))).toEqual(['first', 'second']);
    const [own] = await graph.get(scope, ['conv_talk']);
    expect(own?.properties.file_path).toMatch(/^conversations\/w-u-c-[0-9a-f]{12}\/talk-[0-9a-f]{12}\.json$/);
  });

  it('that a commit did not take is not in the file', async () => {
    await using opened = await open();
    const { graph, texts } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    const refused = { nodes: [message('msg_2', 2, 'refused')], expect: [{ id: 'msg_1', version: 7 }] };
    await expect(graph.commit(scope, refused)).rejects.toThrow();
    expect((await texts()).join()).not.toContain('refused');
  });

  it('that a crash left without its node is dropped by the next writer', async () => {
    await using opened = await open();
    const { graph, inner, reopened, texts, contents } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    const crash = vi.spyOn(inner, 'commit').mockImplementation(() => new Promise(() => undefined));
    void graph.commit(scope, { nodes: [message('msg_2', 2, 'lost')] });
    await vi.waitFor(async () => expect((await texts()).join()).toContain('lost'));
    crash.mockRestore();
    const next = reopened();
    await next.commit(scope, { nodes: [message('msg_3', 3, 'third')] });
    expect((await texts()).join()).not.toContain('lost');
    expect(contents(await next.get(scope, ['msg_1', 'msg_3']))).toEqual(['first', 'third']);
  });

  it.skipIf(process.platform === 'win32')('is read by no other user of the machine', async () => {
    await using opened = await open();
    await opened.graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    const modes = opened.files().flatMap((path) => [path, dirname(path)].map((each) => statSync(each).mode & 0o777));
    expect(modes).toEqual([0o600, 0o700]);
  });

  it.skipIf(process.platform !== 'linux')(
    'is refused on a full disk, to be asked for again, and the file stays as it was',
    async () => {
      await using opened = await open();
      const { graph, files, texts, contents } = opened;
      await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
      const before = await texts();
      const [file = ''] = files();
      // What is written beside the file goes to a disk without room.
      await symlink('/dev/full', `${file}.new`);
      const second = { nodes: [message('msg_2', 2, 'second')] };
      await expect(graph.commit(scope, second)).rejects.toMatchObject({
        type: 'unavailable',
        retryable: true,
        message: expect.stringMatching(/^A file in .*conversations cannot be written: its disk is full$/),
      });
      expect(await texts()).toEqual(before);
      expect(readdirSync(dirname(file))).toEqual([basename(file)]);
      await graph.commit(scope, second);
      expect(contents(await graph.get(scope, ['msg_1', 'msg_2']))).toEqual(['first', 'second']);
    },
  );

  it('is not read as empty where its file is gone', async () => {
    await using opened = await open();
    const { graph, reopened, files } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    for (const file of files()) await rm(file);
    await expect(reopened().get(scope, ['msg_1'])).rejects.toMatchObject({
      type: 'failed-precondition',
      message: expect.stringMatching(/talk-[0-9a-f]{12}\.json in .* has msg_1 no more; bring the file back from a backup$/),
    });
  });

  it('is written by many at once, and none is lost', async () => {
    await using opened = await open();
    const { graph, reopened, contents } = opened;
    const ids = Array.from({ length: 40 }, (_, index) => `msg_${index}`);
    await Promise.all(ids.map((id, index) => graph.commit(scope, { nodes: [message(id, index + 1, `said ${index}`)] })));
    expect(contents(await reopened().get(scope, ids))).toEqual(ids.map((_, index) => `said ${index}`));
  });

  it.each([
    ['by its message', { ids: ['msg_1'] }, ['second']],
    ['with everything', 'everything', []],
  ] as const)('is purged from the file %s', async (_, what, left) => {
    await using opened = await open();
    const { graph, texts } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first'), message('msg_2', 2, 'second')] });
    await graph.purge(scope, what);
    const text = (await texts()).join();
    expect(['first', 'second'].filter((content) => text.includes(content))).toEqual(left);
  });

  it('is read, or purged, after a purge that was cut off', async () => {
    await using opened = await open();
    const { graph, inner, texts, contents } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first'), message('msg_2', 2, 'second')] });
    vi.spyOn(inner, 'purge').mockRejectedValueOnce(new Error('cut off'));
    await expect(graph.purge(scope, { ids: ['msg_1'] })).rejects.toThrow('cut off');
    expect(contents(await graph.get(scope, ['msg_1']))).toEqual(['first']);
    vi.spyOn(inner, 'get').mockRejectedValueOnce(new Error('cut off'));
    await expect(graph.purge(scope, { ids: ['msg_1'], names: ['talk'] })).rejects.toThrow('cut off');
    // Its node is gone, so the purge that is done again names none.
    await graph.purge(scope, { ids: [], names: ['talk'] });
    expect((await texts()).join()).not.toContain('first');
    expect(contents(await graph.get(scope, ['msg_2']))).toEqual(['second']);
  });

  it('stays while its node is on its way, whatever is purged meanwhile', async () => {
    await using opened = await open();
    const { graph, inner, contents } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    const commit = inner.commit.bind(inner);
    const released = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    vi.spyOn(inner, 'commit').mockImplementationOnce(async (...asked) => {
      begun.resolve();
      await released.promise;
      return commit(...asked);
    });
    const committing = graph.commit(scope, { nodes: [message('msg_2', 2, 'second')] });
    await begun.promise;
    await graph.purge(scope, { ids: [], names: ['other'] });
    await graph.purge(scope, 'everything');
    released.resolve();
    await committing;
    expect(contents(await graph.get(scope, ['msg_1', 'msg_2']))).toEqual(['second']);
  });

  it('that is not saved at once is in the Graph until its conversation ends, and keeps its version then', async () => {
    await using opened = await open('at-the-end');
    const { graph, inner, texts, contents } = opened;
    await graph.commit(scope, { nodes: [conversation('active'), message('msg_1', 1, 'first')] });
    expect(await texts()).toEqual([]);
    const [before] = await inner.get(scope, ['msg_1']);
    await graph.commit(scope, { nodes: [conversation('ended')] });
    expect(await texts()).toHaveLength(1);
    const [after] = await inner.get(scope, ['msg_1']);
    expect([after?.version, after?.properties.content]).toEqual([before?.version, undefined]);
    expect(contents(await graph.get(scope, ['msg_1']))).toEqual(['first']);
  });

  it('that is not saved at once is saved when its conversation is asked for, once, and the conversation says where', async () => {
    await using opened = await open('at-the-end');
    const { graph, texts, contents } = opened;
    await graph.commit(scope, { nodes: [conversation('active'), message('msg_1', 1, 'first')] });
    for (let time = 0; time < 2; time += 1) await graph.saveConversation?.(scope, 'talk');
    expect((await texts()).map((text) => text.includes('first'))).toEqual([true]);
    const [own] = await graph.get(scope, ['conv_talk']);
    expect([own?.version, own?.properties.file_path]).toEqual([1, expect.stringMatching(/^conversations\/.*\.json$/)]);
    await graph.commit(scope, { nodes: [message('msg_2', 2, 'second')] });
    expect((await texts()).join()).not.toContain('second');
    expect(contents(await graph.get(scope, ['msg_1', 'msg_2']))).toEqual(['first', 'second']);
  });

  it('is still read where files are written no more', async () => {
    await using opened = await open();
    const { graph, reopened, contents } = opened;
    await graph.commit(scope, { nodes: [message('msg_1', 1, 'first')] });
    const later = reopened('never');
    await later.commit(scope, { nodes: [message('msg_2', 2, 'second')] });
    expect(contents(await later.get(scope, ['msg_1', 'msg_2']))).toEqual(['first', 'second']);
    expect((await opened.texts()).join()).not.toContain('second');
  });

  it('is in a copy of the Graph with its bodies, without what was purged after the copy was made', async () => {
    await using opened = await open();
    const { graph, inner, contents } = opened;
    await graph.commit(scope, { nodes: [conversation('active'), message('msg_1', 1, 'first'), message('msg_2', 2, 'second')] });
    const copy = createMemoryGraph({ clock: systemClock });
    await copy.load(scope, await Array.fromAsync(inner.dump(scope)));
    await graph.purge(scope, { ids: ['msg_1'] });
    await inlineBodies(copy, graph);
    expect(contents(await copy.get(scope, ['msg_1', 'msg_2']))).toEqual(['second']);
  });

  it('is in an archive, from which another store takes it', async () => {
    await using opened = await open('at-the-end');
    const { graph } = opened;
    await using other = await open();
    await graph.commit(scope, { nodes: [conversation('active'), message('msg_1', 1, 'first')] });
    await other.graph.load(scope, await Array.fromAsync(graph.dump(scope)));
    expect(other.contents(await other.graph.get(scope, ['msg_1']))).toEqual(['first']);
    expect((await other.texts()).join()).toContain('first');
  });
});
