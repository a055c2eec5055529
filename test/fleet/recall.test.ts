import { scopeOf } from '@agent-mem/contract';
import { startFleet, type TestFleet, type TestFleetOptions, temporaryDirectory } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../verifies.ts';

type Embedder = NonNullable<TestFleetOptions['embedder']>;

/** Each word counts in one of the dimensions. */
function wordEmbedder(dimensions: number, embed = vi.fn()): Embedder {
  return {
    id: `words-${dimensions}`,
    dimensions,
    async embed(texts) {
      embed(texts);
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
          const dimension = [...word].reduce((sum, sign) => sum * 31 + (sign.codePointAt(0) ?? 0), 7) % dimensions;
          vector[dimension] = (vector[dimension] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      });
    },
  };
}

const services = ['facts', 'episodes', 'conversations'];

/** One of each kind about a lantern. */
async function remember({ caller, settled }: TestFleet, user: string): Promise<void> {
  await caller.call('facts', 'store', { content: 'The lantern hangs in the hall', user });
  await caller.call('episodes', 'store', { goal: 'Mend the lantern', steps: ['solder'], outcome: 'it shines', user });
  const said = { conversation_id: 'c', role: 'user', content: 'The lantern is red' } as const;
  await caller.call('conversations', 'append_message', { ...said, user });
  await settled();
}

/** What each service finds, with its receipt. */
async function ask({ caller }: TestFleet, query: string, more: object) {
  const request = { query, explain: true, ...more };
  const [{ facts, receipt }, episodes, messages] = await Promise.all([
    caller.call('facts', 'retrieve', request),
    caller.call('episodes', 'retrieve', request),
    caller.call('conversations', 'search', request),
  ]);
  return [
    { found: facts, receipt },
    { found: episodes.episodes, receipt: episodes.receipt },
    { found: messages.messages, receipt: messages.receipt },
  ];
}

describe('recall', () => {
  it('goes by the pipeline and the parameters that are asked for', verifies('recall.preset'), async () => {
    await using fleet = await startFleet({ services, embedder: wordEmbedder(32) });
    await remember(fleet, 'ann');
    const scope = { user: 'ann' };
    for (const { found } of await ask(fleet, 'red lantern', scope)) expect(found[0]?.scores.lexical).toBeGreaterThan(0);
    const parameters = { score_threshold: 0, mmr_lambda: 1 };
    for (const { found } of await ask(fleet, 'red lantern', { ...scope, preset: 'agent-cli', parameters })) {
      expect(found).toHaveLength(1);
      expect(found[0]?.scores.lexical).toBe(0);
      expect(found[0]?.score).toBeCloseTo(found[0]?.scores.cosine ?? -1);
    }
    for (const [operation, refused] of [
      [{ preset: 'best' }, /^preset: must be one of default, agent-cli/],
      [{ parameters: { mmr: 1 } }, /^parameters\.mmr: is no parameter/],
    ] as const) {
      const type = 'invalid-argument';
      const message = expect.stringMatching(refused);
      await expect(fleet.caller.call('facts', 'retrieve', { query: 'x', ...operation })).rejects.toMatchObject({ type, message });
      await expect(fleet.caller.call('episodes', 'retrieve', { query: 'x', ...operation })).rejects.toMatchObject({
        type,
        message,
      });
      await expect(fleet.caller.call('conversations', 'search', { query: 'x', ...operation })).rejects.toMatchObject({
        type,
        message,
      });
    }
  });

  it('says how good the best was where nothing is good enough', verifies('recall.best-score'), async () => {
    await using fleet = await startFleet({ services, embedder: wordEmbedder(32) });
    await remember(fleet, 'ann');
    for (const { found, receipt } of await ask(fleet, 'red lantern', { user: 'ann', score_threshold: 1 })) {
      expect(found).toEqual([]);
      expect(receipt.best_score).toBeGreaterThan(0);
      expect(receipt.best_score).toBeLessThan(1);
      expect(Object.keys(receipt.stages_ms)).toContain('search');
    }
  });

  it('of a scope that goes by words alone sends nothing to the embedder', verifies('recall.words-only'), async () => {
    const embed = vi.fn();
    const environment = { RECALL_LEXICAL_ONLY: '*/quiet*/*' };
    await using fleet = await startFleet({ services, embedder: wordEmbedder(32, embed), environment });
    await remember(fleet, 'quiet-ann');
    for (const { found, receipt } of await ask(fleet, 'lantern', { user: 'quiet-ann' })) {
      expect(found).toHaveLength(1);
      expect(receipt.degraded).toEqual([]);
    }
    expect(embed).not.toHaveBeenCalled();
    await remember(fleet, 'ann');
    expect(embed).toHaveBeenCalled();
  });

  it('goes on while an embedder takes the place of another', verifies('recall.two-embedders'), async () => {
    await using directory = await temporaryDirectory();
    const former = wordEmbedder(32);
    const current = wordEmbedder(48);
    const start = (embedder: Embedder, previousEmbedder?: Embedder) =>
      startFleet({
        services,
        http: true,
        bus: 'sqlite',
        directory: directory.path,
        embedder,
        ...(previousEmbedder ? { previousEmbedder } : {}),
      });
    const scope = { user: 'ann' };
    {
      await using fleet = await start(former);
      await remember(fleet, 'ann');
    }
    await using fleet = await start(current, former);
    const expectFound = async () => {
      for (const { found, receipt } of await ask(fleet, 'the lantern', scope)) {
        expect(receipt.degraded).toEqual([]);
        expect(found[0]?.scores.cosine).toBeGreaterThan(0.2);
      }
    };
    await expectFound();
    await fleet.caller.call('facts', 'store', { content: 'The lantern needs oil', ...scope });
    await fleet.settled();
    await expectFound();
    const reindexed = fetch(`${fleet.adminUrl}/admin/maintenance/reindex?wish=%7B%7D`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
    }).then((response) => response.text());
    await expectFound();
    expect(await reindexed).toContain('"dropped":["words-32"]');
    const embedders = await fleet.ports.searchIndex.embedders(scopeOf({ workspace: 'default', collection: 'default', ...scope }));
    expect([...embedders.keys()]).toEqual(['words-48']);
    await expectFound();
  });
});
