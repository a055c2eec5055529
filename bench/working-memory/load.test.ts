import { expect, it } from 'vitest';
import { halves, loadQuestions, withOutput } from './load.ts';

it.each(halves)(
  'the %s questions are of several commands, and most answers stand behind the head of the output',
  async (half) => {
    const questions = await loadQuestions(half);
    expect(questions.length).toBeGreaterThanOrEqual(19);
    expect(new Set(questions.map(({ command }) => command)).size).toBeGreaterThanOrEqual(5);
    const inHead = questions.filter(({ output, planted }) => output.slice(0, 4_300).includes(planted));
    expect(inHead.length).toBeLessThan(questions.length / 4);
  },
);

it('has other commands in each half', async () => {
  const [dev, heldOut] = await Promise.all(halves.map(async (half) => (await loadQuestions(half)).map(({ command }) => command)));
  expect(dev?.filter((command) => heldOut?.includes(command))).toEqual([]);
});

it('refuses a question whose answer the output does not hold', () => {
  const question = { file: 'ls.txt', command: 'ls', question: 'Is there a readme?', planted: 'README.md' };
  expect(withOutput(question, 'README.md\n').output).toBe('README.md\n');
  expect(() => withOutput(question, 'LICENSE\n')).toThrow('ls.txt: does not hold the answer');
});
