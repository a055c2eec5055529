import { temporaryDirectory } from '@agent-mem/testing';
import { BetaLocalFilesystemMemoryTool, betaMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { describe, expect, it } from 'vitest';
import { MemoryFiles } from '../src/index.ts';
import { ways } from './opened-memory.ts';

type Command = Parameters<ReturnType<typeof betaMemoryTool>['run']>[0];

/** What a model does with its memory, right and wrong. */
const commands: readonly Command[] = [
  { command: 'view', path: '/memories' },
  { command: 'create', path: '/memories/notes.md', file_text: 'The ferry leaves at nine\nThe museum is closed\n' },
  { command: 'create', path: '/memories/notes.md', file_text: 'again' },
  { command: 'create', path: '/memories/empty.md', file_text: '' },
  { command: 'create', path: '/memories/trips/ischia/plan.md', file_text: '---\nDay one: "the castle"\n\tthen the beach' },
  { command: 'view', path: '/memories' },
  { command: 'view', path: '/memories/trips' },
  { command: 'view', path: '/memories/notes.md' },
  { command: 'view', path: '/memories/notes.md', view_range: [2, 2] },
  { command: 'view', path: '/memories/none.md' },
  { command: 'str_replace', path: '/memories/notes.md', old_str: 'nine', new_str: 'ten $& $1' },
  { command: 'str_replace', path: '/memories/notes.md', old_str: 'The', new_str: 'A' },
  { command: 'str_replace', path: '/memories/notes.md', old_str: 'absent', new_str: '' },
  { command: 'str_replace', path: '/memories/none.md', old_str: 'a', new_str: 'b' },
  { command: 'insert', path: '/memories/notes.md', insert_line: 1, insert_text: 'Bring water\n' },
  { command: 'insert', path: '/memories/notes.md', insert_line: 99, insert_text: 'late' },
  { command: 'view', path: '/memories/notes.md' },
  { command: 'rename', old_path: '/memories/notes.md', new_path: '/memories/archive/notes.md' },
  { command: 'rename', old_path: '/memories/none.md', new_path: '/memories/other.md' },
  { command: 'rename', old_path: '/memories/empty.md', new_path: '/memories/archive/notes.md' },
  { command: 'rename', old_path: '/memories/trips', new_path: '/memories/journeys' },
  { command: 'view', path: '/memories/archive/notes.md' },
  { command: 'view', path: '/memories/journeys/ischia/plan.md' },
  { command: 'delete', path: '/memories/empty.md' },
  { command: 'delete', path: '/memories/empty.md' },
  { command: 'delete', path: '/memories/journeys' },
  { command: 'delete', path: '/memories' },
  { command: 'view', path: '/memories/../secret' },
  { command: 'view', path: '/etc/passwd' },
  { command: 'view', path: '/memories/archive' },
];

/** What the model is told: an answer, or an error. A folder's size is its disk's. */
async function told(tool: ReturnType<typeof betaMemoryTool>, command: Command): Promise<string> {
  const answer = await Promise.resolve(tool.run(command)).then(String, (error: Error) => `Error: ${error.message}`);
  return answer.replace(/^\S+\t(\/memories(\/.*\/)?|\/memories\/(trips|archive))$/gm, '?\t$1');
}

describe.each(ways)("Anthropic's memory tool %s", (_way, open) => {
  it('tells the model the same as the one of its own SDK on a folder', async () => {
    await using client = await open();
    await using folder = await temporaryDirectory();
    const tool = betaMemoryTool(new MemoryFiles({ client }));
    const theirs = betaMemoryTool(await BetaLocalFilesystemMemoryTool.init(folder.path));
    for (const command of commands) expect([command, await told(tool, command)]).toEqual([command, await told(theirs, command)]);
  });

  it('has versions, and each change can be undone', async () => {
    await using client = await open();
    const files = new MemoryFiles({ client });
    const path = '/memories/notes.md';
    await files.create({ path, file_text: 'one' });
    await files.str_replace({ path, old_str: 'one', new_str: 'two' });
    expect((await files.versions(path)).map(({ text }) => text)).toEqual(['one', 'two']);
    await files.undo(path);
    expect(await files.view({ path })).toContain('one');
    await files.delete({ path });
    await expect(files.view({ path })).rejects.toThrow('does not exist');
    await files.undo(path);
    expect(await files.view({ path })).toContain('one');
    const { facts } = await client.facts.retrieve({ query: 'notes one' });
    expect(facts[0]?.content).toBe(`${path}\none`);
  });
});
