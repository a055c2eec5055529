import { startFleet } from '@agent-mem/testing';
import { loadLocomo, type Sample } from '../locomo/load.ts';
import { openAsker } from './asker.ts';
import { type Attack, attack } from './attack.ts';
import { foldsOf } from './folds.ts';
import { learn } from './learn.ts';
import { type AttackLine, attackReport, type LearnLine, learnReport } from './report.ts';

/**
 * What feedback does to recall: conversations of LoCoMo on SQLite, asked before and after. The arguments are the data's path, which
 * conversations (all, choose or held-out), and parameters of recall as name=value.
 */
export async function runWeights([path, which = 'all', ...given]: readonly string[]): Promise<string> {
  if (path === undefined || !['all', 'choose', 'held-out'].includes(which))
    throw new Error('Usage: npm run bench -- weights <locomo10.json> [all|choose|held-out] [parameter=value …]');
  const parameters = Object.fromEntries(given.map((pair) => [pair.split('=')[0] ?? '', Number(pair.split('=')[1])]));
  const samples = (await loadLocomo(path)).map((sample, index) => ({ sample, half: index % 2 === 0 ? 'choose' : 'held-out' }));
  const learned: LearnLine[] = [];
  const attacked: AttackLine[] = [];
  for (const { sample, half } of samples.filter((each) => which === 'all' || each.half === which)) {
    learned.push(...(await learnedOf(sample, parameters)).map((line) => ({ ...line, half })));
    attacked.push(...(await attackedOf(sample, parameters)).map((line) => ({ ...line, half })));
    console.error(`${sample.id}: asked`);
  }
  return [learnReport(learned), attackReport(attacked)].join('\n\n');
}

const environment = { LEARN_FROM_FEEDBACK: 'true' };

async function learnedOf(sample: Sample, parameters: Readonly<Record<string, number>>) {
  await using fleet = await startFleet({ services: ['conversations', 'graph'], bus: 'sqlite', environment });
  const lines: Omit<LearnLine, 'half'>[] = [];
  for (const fold of foldsOf(sample)) {
    const asker = await openAsker(fleet, sample, fold.name, parameters);
    lines.push({ sample: sample.id, ...(await learn(asker, fold)) });
  }
  return lines;
}

async function attackedOf(sample: Sample, parameters: Readonly<Record<string, number>>) {
  await using fleet = await startFleet({ services: ['conversations', 'graph'], bus: 'sqlite', environment });
  const beside = await openAsker(fleet, sample, 'beside', parameters);
  const lines: Omit<AttackLine, 'half'>[] = [];
  for (const how of ['questions', 'words'] satisfies Attack[]) {
    const asker = await openAsker(fleet, sample, how, parameters);
    lines.push({ sample: sample.id, how, ...(await attack(asker, beside, sample, how)) });
  }
  return lines;
}
