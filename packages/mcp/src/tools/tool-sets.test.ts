import { memoryTools } from '@agent-mem/memory-tools';
import { describe, expect, it } from 'vitest';
import { chosenTools, toolOfName } from './tool-sets.ts';

const sets = ['memory', 'conversations', 'graph', 'server-memory', 'chatgpt'];

describe('the sets of tools', () => {
  it.each(sets)('%s has names that the APIs of models take, and schemas of objects', (set) => {
    for (const { name, title, description, input, output } of chosenTools(set, 'tools')) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect([title, description]).not.toContain('');
      expect([input.type, output.type]).toEqual(['object', 'object']);
      // No tool lets a model say whose memory it is.
      expect(Object.keys(input.properties)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(workspace|user|collection)$/)]),
      );
    }
  });

  it('no two tools have one name', () => {
    const names = chosenTools([...sets, 'agrama'].join(','), 'tools').map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('the set that is listed by default is memory, and has at most eight', () => {
    expect(chosenTools('memory', 'tools').length).toBeLessThanOrEqual(8);
  });

  it('sets and single tools are chosen together, each once', () => {
    const names = (chosen: string) => chosenTools(chosen, 'tools').map(({ name }) => name);
    expect(names('correct, chatgpt,search')).toEqual(['correct', 'search', 'fetch']);
    expect(names('')).toEqual([]);
    expect(() => names('correct,wrong')).toThrow(/^tools: there is no set of tools and no tool "wrong"; sets are memory, /);
    expect(() => names('constructor')).toThrow(/"constructor"/);
  });

  it('a tool of memory takes the arguments that it has everywhere', () => {
    const snakeCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    for (const tool of memoryTools) {
      const { input } = toolOfName(snakeCase(tool.name)) ?? {};
      expect(Object.keys(input?.properties ?? {}).toSorted()).toEqual(tool.arguments.map(({ name }) => name).toSorted());
    }
  });
});
