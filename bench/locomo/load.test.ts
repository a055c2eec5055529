import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadLocomo } from './load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locomo-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads turns with captions and times, and drops evidence that names no turn', async () => {
  const path = join(folder, 'small.json');
  const conversation = {
    speaker_a: 'Ann',
    speaker_b: 'Bo',
    session_1_date_time: '12:05 am on 8 May, 2023',
    session_1: [
      { speaker: 'Ann', dia_id: 'D1:1', text: 'Hello' },
      { speaker: 'Bo', dia_id: 'D1:2', text: 'Look', blip_caption: 'a red door' },
    ],
    session_2_date_time: '1:56 pm on 9 May, 2023',
    session_2: [{ speaker: 'Ann', dia_id: 'D2:1', text: 'Again' }],
  };
  const qa = [
    { question: 'What did Bo show?', answer: 'a door', evidence: ['D1:02; D9:9', 'D2:1'], category: 1 },
    { question: 'Nothing left', answer: '', evidence: ['D7:1'], category: 4 },
  ];
  await writeFile(path, JSON.stringify([{ sample_id: 'one', conversation, qa }]));

  const [sample] = await loadLocomo(path);
  expect(sample?.turns).toEqual([
    { id: 'D1:1', speaker: 'Ann', text: 'Hello', caption: '', timestamp: '2023-05-08T00:05:00.000Z' },
    { id: 'D1:2', speaker: 'Bo', text: 'Look', caption: 'a red door', timestamp: '2023-05-08T00:05:01.000Z' },
    { id: 'D2:1', speaker: 'Ann', text: 'Again', caption: '', timestamp: '2023-05-09T13:56:00.000Z' },
  ]);
  expect(sample?.questions).toEqual([{ text: 'What did Bo show?', evidence: new Set(['D1:2', 'D2:1']), category: 1 }]);
});
