import { countTokens } from '@agent-mem/recall/ranking';
import { seededRandom } from '@agent-mem/testing';
import { describe, expect, it } from 'vitest';
import { itemOf, randomTrace } from '../../test/random-trace.ts';
import { assemble } from './assemble.ts';
import { stepsOf } from './step.ts';
import type { Trace } from './trace.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const traceOf = (...items: Trace['items']): Trace => ({ goal: null, items, summary: null });
const options = { maxTokens: 200, keepRecent: 3, question: '' };
const textOf = (items: Trace['items']) => items.map(({ content }) => content).join('\n');

describe('assemble', () => {
  it('never takes more than its budget, whatever the trace', () => {
    const random = seededRandom(7);
    for (let run = 0; run < 100; run += 1) {
      const trace = randomTrace(random);
      const maxTokens = 100 + Math.floor(random() * 1_500);
      const assembled = assemble(trace, { maxTokens, keepRecent: Math.floor(random() * 6), question: 'act3 seen12?' });
      const counted = assembled.items.reduce((sum, item) => sum + countTokens(item.content), 0);
      expect(counted, `run ${run}`).toBeLessThanOrEqual(maxTokens);
      expect(assembled.tokens, `run ${run}`).toBe(counted);
    }
  });

  it('never shows an observation without the action it belongs to', () => {
    const random = seededRandom(11);
    let observations = 0;
    for (let run = 0; run < 100; run += 1) {
      const trace = randomTrace(random);
      const { items } = assemble(trace, { maxTokens: 300, keepRecent: 3, question: '' });
      for (const { content, type } of items) {
        const step = type === 'observation' ? /^seen(\d+)/.exec(content)?.[1] : undefined;
        const isItsAction = (item: { type: string; content: string }) =>
          item.type === 'action' && item.content.startsWith(`act${step}`);
        if (step === undefined || !trace.items.some(isItsAction)) continue;
        expect(items.some(isItsAction), `run ${run}`).toBe(true);
        observations += 1;
      }
    }
    expect(observations).toBeGreaterThan(100);
  });

  it('gives all of a trace that fits, word by word', () => {
    const trace: Trace = { ...traceOf(itemOf('thought', 'think'), itemOf('action', 'do')), goal: itemOf('goal', 'win') };
    expect(assemble(trace, options)).toEqual({
      items: [trace.goal, ...trace.items],
      tokens: 3,
      fullTokens: 3,
      compressed: false,
      leftOut: 0,
      record: null,
    });
  });

  it('keeps the newest steps word by word and puts a summary before them', () => {
    const steps = Array.from({ length: 10 }, (_, step) => [
      itemOf('thought', `thought ${step}`),
      itemOf('action', `action ${step}`),
      itemOf('observation', `observation ${step} ${words(15)}`),
    ]).flat();
    const assembled = assemble({ ...traceOf(...steps), goal: itemOf('goal', 'find it') }, { ...options, maxTokens: 300 });
    expect(assembled.items.slice(2)).toEqual(steps.slice(-9));
    expect(assembled.items.slice(0, 2).map(({ type }) => type)).toEqual(['goal', 'summary']);
    expect(assembled).toMatchObject({ compressed: true, leftOut: 21 });
  });

  it('keeps fewer steps when they do not all fit, and cuts the newest when it does not fit alone', () => {
    const big = itemOf('observation', `${words(2_000)} [MemoryRef: log_1 - the whole log]`);
    const assembled = assemble(
      traceOf(itemOf('thought', 'old'), itemOf('action', 'first'), itemOf('thought', 'new'), itemOf('action', 'run'), big),
      options,
    );
    const [action, observation] = assembled.items.slice(-2);
    expect(action?.content).toBe('run');
    expect(observation?.content).toMatch(
      /^word0 word1 .*\n\[… [\d,]+ bytes not shown\]\n.*word1999 \[MemoryRef: log_1 - the whole log\]$/s,
    );
    expect(assembled.tokens).toBeLessThanOrEqual(200);
  });

  it('lets what is critical survive', () => {
    const filler = Array.from({ length: 12 }, (_, step) => [
      itemOf('action', `look ${step}`),
      itemOf('observation', `${words(60)} ${step}`),
    ]).flat();
    const trace = traceOf(
      itemOf('action', 'read_config()'),
      itemOf('observation', 'port = 8443', { critical: 'true' }),
      itemOf('action', 'deploy()'),
      itemOf('observation', 'disk quota exceeded', { error: 'true' }),
      itemOf('thought', 'Decided to use the Lisbon region.'),
      itemOf('action', 'fetch()'),
      itemOf(
        'observation',
        `${words(80)}\nOrder ZX-4711 was sent by carrier Hermes.\n${words(80)} [MemoryRef: det_9 - raw page]`,
      ),
      ...filler,
    );
    const summary = textOf(
      assemble(trace, { maxTokens: 500, keepRecent: 3, question: 'Where is order ZX-4711?' }).items.slice(0, 1),
    );
    expect(summary).toContain('read_config() → port = 8443');
    expect(summary).toContain('deploy() → disk quota exceeded');
    expect(summary).toContain('Decided to use the Lisbon region.');
    expect(summary).toContain('Order ZX-4711 was sent by carrier Hermes.');
    expect(summary).toContain('[MemoryRef: det_9 - raw page]');
  });

  it('uses the summary that 0.1 stored, and says by rules what came after it', () => {
    const old = Array.from({ length: 8 }, (_, step) => [
      itemOf('action', `act${step}`),
      itemOf('observation', `${words(40)} ${step}`),
    ]).flat();
    const trace: Trace = { ...traceOf(...old), summary: { covers: 6, content: 'The first three led nowhere.', method: 'model' } };
    const [summary] = assemble(trace, { maxTokens: 400, keepRecent: 2, question: '' }).items;
    expect(summary?.content).toMatch(/^The first three led nowhere\.\nDone:\n- act3 → /);
    expect(summary?.content).not.toContain('act1 ');
  });

  it('leaves room for older steps even where the newest would take it all', () => {
    const older = [
      itemOf('action', 'ask'),
      itemOf('observation', 'port = 8443', { critical: 'true' }),
      itemOf('observation', words(100)),
    ];
    const newer = [1, 2, 3].flatMap((step) => [itemOf('action', `act${step}`), itemOf('observation', words(32))]);
    const { items } = assemble(traceOf(...older, ...newer), { ...options, maxTokens: 230 });
    expect(items[0]?.content).toContain('ask → port = 8443');
    expect(items.slice(1).map(({ content }) => content.slice(0, 4))).toEqual(['act2', 'word', 'act3', 'word']);
  });

  it('has no recent steps where none are asked for', () => {
    const trace = traceOf(itemOf('action', 'look'), itemOf('observation', words(300)));
    expect(assemble(trace, { ...options, keepRecent: 0 }).items.map(({ type }) => type)).toEqual(['summary']);
  });
});

describe('stepsOf', () => {
  it('puts a thought, its action and all that was observed together', () => {
    const types = [
      'thought',
      'thought',
      'action',
      'observation',
      'observation',
      'action',
      'observation',
      'thought',
      'summary',
      'observation',
    ] as const;
    const steps = stepsOf(types.map((type) => itemOf(type, type)));
    expect(steps.map(({ start, items }) => [start, items.length])).toEqual([
      [0, 5],
      [5, 2],
      [7, 1],
      [8, 1],
      [9, 1],
    ]);
  });
});
