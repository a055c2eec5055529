import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { interpreting } from '../message/interpretation.ts';

const now = Date.UTC(2026, 10, 23, 9);

/** What answers a question where these facts are known, the newest first. */
function answered(question: string, ...facts: readonly string[]): string {
  const known = facts.map((content, index) => ({
    id: `fact_${index}`,
    content,
    timestamp: new Date(now - (index + 1) * 60_000).toISOString(),
  }));
  return { answer: '', ...atOnce(interpreting(question, null, known, now)) }.answer;
}

describe('pastimes', () => {
  const facts = ['The user does yoga', 'The user plays the guitar', 'The user climbs on Sundays', 'The user enjoys painting'];

  it.each([
    'What are my hobbies?',
    'Which hobbies do I have?',
    'What do I do for fun?',
    'What do I do in my free time?',
    'How do I spend my spare time?',
  ])('answer "%s"', (question) => {
    expect(answered(question, ...facts)).toBe('You do yoga. You play the guitar. You climb on Sundays. You enjoy painting.');
  });

  it.each([
    'The user is into pottery',
    'The user is a keen swimmer who sings in their spare time',
    'The user loves to cook',
    'The user is learning to play the violin',
    'The user has taken up the cello',
    'The user got into birdwatching',
    'The user reads a lot of crime novels',
    'The user sings in a choir',
    'The user collects stamps',
  ])('are known by "%s"', (fact) => {
    expect(answered('What are my hobbies?', fact)).not.toBe('');
  });

  it('are sports where these alone are asked for', () => {
    expect(answered('What sports do I do?', ...facts)).toBe('You do yoga. You climb on Sundays.');
    expect(answered('Do I do any sport?', ...facts)).toMatch(/^Yes: you (?:do yoga|climb on Sundays)\.$/);
  });

  it('are had', () => {
    expect(answered('Do I have any hobbies?', ...facts)).toBe('Yes: you do yoga.');
  });

  it("are somebody else's where theirs are asked for", () => {
    const all = [...facts, "The user's son plays tennis"];
    expect(answered('What does my son do in his free time?', ...all)).toBe('Your son plays tennis.');
    expect(answered('What are my hobbies?', ...all)).not.toContain('tennis');
  });

  it.each([
    'The user runs a bakery',
    'The user cycles to work',
    'The user owns a box',
    'The user sells guitars',
    'The user goes shopping on Fridays',
    'The user collects their son from school',
    'The user is learning Spanish',
    'The user is into crypto',
    'The user likes tea',
  ])('are none of "%s"', (fact) => {
    expect(answered('What are my hobbies?', fact)).toBe('');
    expect(answered('What sports do I do?', fact)).toBe('');
  });
});
