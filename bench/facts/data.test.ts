import { describe, expect, it } from 'vitest';
import { categories, loadPeople } from './load.ts';

const people = await loadPeople();
const facts = people.flatMap((person) => person.facts);
const episodes = people.flatMap((person) => person.episodes);
const questions = people.flatMap((person) => person.questions);

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the data set of facts and episodes', () => {
  it('is large enough', () => {
    expect(people).toHaveLength(10);
    for (const person of people) {
      expect(person.facts.length).toBeGreaterThanOrEqual(32);
      expect(person.facts.length).toBeLessThanOrEqual(40);
    }
    expect(episodes.length).toBeGreaterThanOrEqual(40);
    expect(questions.length).toBeGreaterThanOrEqual(600);
    for (const category of categories)
      expect(questions.filter((question) => question.category === category).length, category).toBeGreaterThanOrEqual(40);
  });

  it('holds out half of the people', () => {
    expect(people.filter(({ split }) => split === 'dev')).toHaveLength(5);
    expect(people.filter(({ split }) => split === 'held-out')).toHaveLength(5);
  });

  it('has each id once, each question and each text once a person', () => {
    expect(repeated([...facts, ...episodes, ...questions].map(({ id }) => id))).toEqual([]);
    for (const person of people) {
      expect(repeated(person.questions.map(({ of, text }) => `${of} ${text.toLowerCase()}`))).toEqual([]);
      expect(repeated(person.facts.map(({ text }) => text))).toEqual([]);
    }
  });

  it('names as gold what the same memory holds, of the kind that is asked for', () => {
    for (const person of people) {
      const known = {
        facts: new Set(person.facts.map(({ id }) => id)),
        episodes: new Set(person.episodes.map(({ id }) => id)),
      };
      for (const { id, of, gold } of person.questions) {
        expect(
          gold.filter((each) => !known[of].has(each)),
          id,
        ).toEqual([]);
        expect(repeated(gold), id).toEqual([]);
      }
    }
  });

  it('has as much gold as the category says', () => {
    for (const { id, category, gold } of questions) {
      if (category === 'unanswerable') expect(gold, id).toEqual([]);
      else if (category === 'multi') expect(gold.length, id).toBeGreaterThan(1);
      else expect(gold, id).toHaveLength(1);
    }
  });

  it('puts goals and errors to the episodes only', () => {
    for (const { id, of, category } of questions)
      if (category !== 'unanswerable') expect(of, id).toBe(category === 'goal' || category === 'error' ? 'episodes' : 'facts');
  });

  it('lies in two years, and what supersedes is younger', () => {
    for (const { id, timestamp } of [...facts, ...episodes]) {
      expect(timestamp >= '2024-10-01' && timestamp < '2026-11-01', id).toBe(true);
      expect(new Date(timestamp).toISOString().replace('.000Z', 'Z'), id).toBe(timestamp);
    }
    for (const person of people) {
      const timeOf = new Map(person.facts.map(({ id, timestamp }) => [id, timestamp]));
      for (const { id, timestamp, supersedes = [] } of person.facts)
        for (const older of supersedes) expect((timeOf.get(older) ?? '9') < timestamp, `${id} after ${older}`).toBe(true);
    }
  });
});
