import { type CompressedTrace, referencesIn } from '@agent-mem/contract';
import { countTokens } from '@agent-mem/recall/ranking';
import { seededRandom } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { itemOf, randomTrace } from '../../test/random-trace.ts';
import { assemble } from './assemble.ts';
import { type CompressPlan, compressedSummary, planCompression } from './compress.ts';
import { checkedAddition } from './model-addition.ts';
import type { Addition } from './record.ts';
import type { Trace } from './trace.ts';

const options = { maxTokens: 800, keepRecent: 1, question: 'What became of ticket OPS-12?' };
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

const textsOf = (text: string) => referencesIn(text).map((reference) => reference.text);
const nothing: Addition = { text: 'Words.', constraints: [], decisions: [], open_questions: [], errors: [], method: 'model' };

function planOf(given: Trace, maxTokens = options.maxTokens): CompressPlan {
  const plan = planCompression(given, { ...options, maxTokens });
  if (!plan) throw new Error('a plan is expected');
  return plan;
}

describe('planCompression', () => {
  it('covers all but the steps that stay', () => {
    expect(planCompression(trace, options)).toMatchObject({ covers: 22, maxTokens: 200 });
  });

  it('plans nothing where the summary covers as much already, or nothing is older than what stays', () => {
    expect(planCompression({ ...trace, summary: { covers: 22, content: '', method: 'rules' } }, options)).toBeNull();
    expect(planCompression({ ...trace, items: trace.items.slice(0, 2) }, options)).toBeNull();
  });
});

describe('compressedSummary', () => {
  it('has what must survive where the model left it out, and nothing twice', () => {
    const plan = planOf(trace);
    const answer = { ...nothing, text: 'A ticket was read; see [MemoryRef: det_1 - ticket].' };
    const { content, record } = compressedSummary(trace, plan, options.question, checkedAddition(answer, plan));
    expect(content).toContain('A ticket was read');
    expect(content).toContain('ask → the password must be rotated');
    expect(content).toContain('OPS-12 is assigned to Maria.');
    expect(content.match(/MemoryRef/g)).toHaveLength(1);
    expect(record).toMatchObject({
      constraints: ['ask → the password must be rotated'],
      identifiers: ['OPS-12'],
      references: ['[MemoryRef: det_1 - ticket]'],
      ordinals: Array.from({ length: 11 }, (_, index) => index + 1),
      method: 'model',
    });
  });

  it('has every placeholder and stays within the plan, whatever wrote it', () => {
    const random = seededRandom(3);
    for (let run = 0; run < 100; run += 1) {
      const made = randomTrace(random);
      const items = made.items.map((item, index) =>
        index % 9 ? item : itemOf(item.type, `${item.content} [MemoryRef: d${index} - Some. words!]`),
      );
      const given = { ...made, items };
      const plan = planCompression(given, { ...options, maxTokens: 1_200 });
      if (!plan) continue;
      const older = items.slice(0, plan.covers).map(({ content }) => content);
      const refs = textsOf(older.join('\n'));
      for (const addition of [null, checkedAddition(nothing, plan)]) {
        const { content, record } = compressedSummary(given, plan, '', addition);
        expect(countTokens(content)).toBeLessThanOrEqual(plan.maxTokens);
        expect(record?.references.toSorted()).toEqual(refs.toSorted());
        expect(textsOf(content).toSorted(), `run ${run}`).toEqual(refs.toSorted());
      }
    }
  });

  it('says what was done when an error was over, also where that came after it was written down', () => {
    const failing = [
      itemOf('action', 'deploy {"disk":"a"}', { tool: 'deploy' }),
      itemOf('observation', 'Error: disk quota exceeded'),
    ];
    const fixing = [
      itemOf('action', 'clean {}', { tool: 'clean' }),
      itemOf('observation', 'Removed 4 GB.'),
      itemOf('action', 'deploy {"disk":"a"}', { tool: 'deploy' }),
      itemOf('observation', `Deployed. ${'fine '.repeat(80)}`),
    ];
    const first: Trace = { goal: null, summary: null, items: [...failing, ...fixing.slice(0, 2)] };
    const written = compressedSummary(first, planOf(first, 100), '');
    const error = 'deploy {"disk":"a"} → Error: disk quota exceeded';
    expect(written.record?.errors).toEqual([{ error, fix: '', ordinal: 1 }]);
    const second: Trace = { goal: null, summary: written, items: [...failing, ...fixing] };
    const { record } = compressedSummary(second, planOf(second, 100), '');
    expect(record?.errors).toEqual([{ error, fix: 'clean {}; then deploy {"disk":"a"}', ordinal: 1 }]);
  });
});

describe('checkedAddition', () => {
  it('leaves out what the steps do not say', () => {
    const plan = planOf(trace);
    const answer: Addition = {
      text: 'OPS-12 was read. It was closed as OPS-99.',
      constraints: ['See [MemoryRef: made_up - nothing].'],
      decisions: ['Use port 9999.', 'Ask Maria.'],
      open_questions: ['Who is JIRA-7?'],
      errors: [
        { error: 'Port 4711 is taken', fix: '', ordinal: 1 },
        { error: 'Nothing was found', fix: 'restart of srv-3', ordinal: 2 },
        { error: 'Nothing was found', fix: '', ordinal: 77 },
      ],
      method: 'model',
    };
    expect(checkedAddition(answer, plan)).toMatchObject({
      text: 'OPS-12 was read.',
      constraints: ['ask → the password must be rotated'],
      decisions: ['Ask Maria.'],
      open_questions: [],
      errors: [{ error: 'Nothing was found', fix: '', ordinal: 2 }],
    });
  });

  it('puts back what a model lost, and not what it says in other words', () => {
    const decided: Trace = {
      ...trace,
      items: [
        itemOf('thought', 'I decided to use port 8443 for the service in Lisbon.'),
        itemOf('action', 'deploy {}'),
        itemOf('observation', 'Error: E77 quota exceeded'),
        itemOf('thought', 'I decided to ask billing for region eu-3.'),
        ...trace.items,
      ],
    };
    const answer = { ...nothing, decisions: ['The service in Lisbon will use port 8443, as decided'] };
    expect(checkedAddition(answer, planOf(decided))).toMatchObject({
      decisions: [answer.decisions[0], 'I decided to ask billing for region eu-3.'],
      errors: [{ error: 'deploy {} → Error: E77 quota exceeded', ordinal: 1 }],
    });
  });
});

describe('twenty rounds', () => {
  const round = (at: number) =>
    [0, 1, 2, 3].flatMap((step) => {
      const name = `n${at}x${step}`;
      return [
        itemOf('thought', `Nothing new here. I decided to use mirror-${name}.example.org. Where is the owner of ${name}?`),
        itemOf('action', `install {"package":"${name}"}`, { tool: `install_${name}` }),
        itemOf(
          'observation',
          `[MemoryRef: log_${name} - the log]\n${'more output '.repeat(30)}\nError: E-${name} differs for OPS-${step}`,
          {
            ...(step === 3 ? { critical: 'true' } : {}),
          },
        ),
      ];
    });
  const badly: Readonly<Record<string, (plan: CompressPlan) => Addition | null>> = {
    'without a model': () => null,
    'by a model that says nothing': (plan) => checkedAddition(nothing, plan),
    'by a model that makes things up': (plan) =>
      checkedAddition(
        {
          ...nothing,
          text: 'Port 9 of X-1 is used.',
          decisions: ['Use X-1'],
          errors: [{ error: 'X-2', fix: 'X-3', ordinal: 1 }],
        },
        plan,
      ),
  };

  it.each(Object.entries(badly))('%s lose nothing that the first one wrote down', (_, additionOf) => {
    const question = 'What became of OPS-2?';
    let grown: Trace = { goal: itemOf('goal', 'Install OPS-1 and OPS-2'), summary: null, items: [] };
    const records: CompressedTrace[] = [];
    let firstContext = '';
    for (let at = 1; at <= 20; at += 1) {
      grown = { ...grown, items: [...grown.items, ...round(at)] };
      const plan = planCompression(grown, { maxTokens: 2_000, keepRecent: 3, question });
      if (!plan) throw new Error('a plan is expected');
      grown = { ...grown, summary: compressedSummary(grown, plan, question, additionOf(plan)) };
      if (grown.summary?.record) records.push(grown.summary.record);
      if (at === 1) firstContext = grown.summary?.content ?? '';
    }
    const [first, last] = [records[0], records.at(-1)];
    if (!first || !last) throw new Error('records are expected');
    expect(records).toHaveLength(20);
    expect(first.decisions).toContain('I decided to use mirror-n1x0.example.org.');
    for (const list of ['constraints', 'decisions', 'open_questions', 'identifiers', 'references', 'ordinals'] as const)
      expect(last[list].slice(0, first[list].length), list).toEqual(first[list]);
    expect(last.errors).toEqual(expect.arrayContaining(first.errors));
    expect(last.text.startsWith(first.text)).toBe(true);
    expect(last.ordinals).toHaveLength(77);
    // What the first one showed of it is shown after the last one too.
    const shown = assemble(grown, { maxTokens: 2_000, keepRecent: 3, question }).items[1]?.content ?? '';
    const named = [...firstContext.matchAll(/mirror-\w+\.example\.org|E-\w+ differs for OPS-\d|\[MemoryRef: \w+ - the log\]/g)];
    expect(named.length).toBeGreaterThan(2);
    for (const [name] of named) expect(shown).toContain(name);
  });
});

it('a compression of a summary of 0.1 begins with the steps that it covers', () => {
  const old: Trace = { ...trace, summary: { covers: 4, content: 'A ticket was read, and more.', method: 'model' } };
  const { record } = compressedSummary(old, planOf(old), options.question);
  expect(record?.text.split('\n')[0]).toBe('A ticket was read, and more.');
  expect(record).toMatchObject({
    constraints: ['ask → the password must be rotated'],
    references: ['[MemoryRef: det_1 - ticket]'],
    method: 'rules',
  });
  expect(record?.ordinals).toHaveLength(11);
});
