import { referencesIn } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { describe, expect, it } from 'vitest';
import { itemOf, randomFrom, randomTrace } from '../../test/random-trace.ts';
import { planCompression, readParagraph, summaryByModel, summaryByRules } from './compress.ts';
import type { Trace } from './trace.ts';

const options = { maxTokens: 800, keepRecent: 1, question: 'What became of ticket OPS-12?' };
const textsOf = (text: string) => referencesIn(text).map((each) => each.text);
const trace: Trace = {
  goal: null,
  summary: null,
  items: [
    itemOf('action', 'open ticket'),
    itemOf('observation', 'OPS-12 is assigned to Maria. [MemoryRef: det_1 - ticket]'),
    itemOf('action', 'ask'),
    itemOf('observation', 'the password must be rotated', { critical: 'true' }),
    ...Array.from({ length: 20 }, (_, step) => itemOf(step % 2 ? 'observation' : 'action', `step ${step} ${'blah '.repeat(60)}`)),
  ],
};

describe('planCompression', () => {
  it('covers all but the steps that stay', () => {
    expect(planCompression(trace, options)).toMatchObject({ covers: 22, maxTokens: 200 });
  });

  it('plans nothing where the summary covers as much already, or nothing is older than what stays', () => {
    expect(planCompression({ ...trace, summary: { covers: 22, content: '', method: 'rules' } }, options)).toBeNull();
    expect(planCompression({ ...trace, items: trace.items.slice(0, 2) }, options)).toBeNull();
  });
});

describe('summaryByModel', () => {
  it('adds what must survive where the model left it out, and nothing twice', () => {
    const plan = planCompression(trace, options);
    if (!plan) throw new Error('a plan is expected');
    const { content } = summaryByModel(trace, plan, options.question, 'A ticket was read; see [MemoryRef: det_1 - ticket].');
    expect(content).toContain('A ticket was read');
    expect(content).toContain('ask → the password must be rotated');
    expect(content).toContain('OPS-12 is assigned to Maria.');
    expect(referencesIn(content)).toHaveLength(1);
    expect(content.match(/MemoryRef/g)).toHaveLength(1);
  });

  it('and the rules keep every placeholder and stay within the plan', () => {
    const random = randomFrom(3);
    for (let run = 0; run < 100; run += 1) {
      const made = randomTrace(random);
      const items = made.items.map((item, index) =>
        index % 9 ? item : itemOf(item.type, `${item.content} [MemoryRef: d${index} - x]`),
      );
      const given = { ...made, items };
      const plan = planCompression(given, { ...options, maxTokens: 1_200 });
      if (!plan) continue;
      const refs = textsOf(
        items
          .slice(0, plan.covers)
          .map(({ content }) => content)
          .join('\n'),
      );
      for (const summary of [summaryByRules(given, plan, ''), summaryByModel(given, plan, '', 'Short words.')]) {
        expect(countTokens(summary.content)).toBeLessThanOrEqual(plan.maxTokens);
        expect(textsOf(summary.content).toSorted(), `run ${run} ${summary.method}`).toEqual(refs.toSorted());
      }
    }
  });
});

describe('readParagraph', () => {
  it('refuses what is empty or too long', () => {
    expect(readParagraph(' \n', 10)).toEqual({ unusable: 'empty' });
    expect(readParagraph('many more words than three', 3)).toEqual({ unusable: 'too-long' });
    expect(readParagraph(' fine ', 3)).toEqual({ value: 'fine' });
  });
});
