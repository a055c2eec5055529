import { atOnce } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

const learned = (message: string) => atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 23, 9) }));

const cases = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' -> ') as [string, string]);

it.each(
  cases(`
I climb -> The user climbs
I also swim. -> The user swims
We ski -> The user skis
I swim, run and cycle -> The user swims; The user runs; The user cycles
I paint and draw. -> The user paints; The user draws
I don't swim -> The user does not swim
I've taken up the cello -> The user has taken up the cello
I've recently got into birdwatching -> The user got into birdwatching
I do a bit of gardening -> The user does a bit of gardening
I read a lot of crime novels -> The user reads a lot of crime novels
I've got a cello -> The user has a cello`),
)('%s', (message, statements) => {
  expect(learned(message).join('; ')).toBe(statements);
});

it.each(["I've got into trouble", 'I do some cleaning', 'I read a lot of logs', 'I listen to a lot of your advice'])(
  'learns nothing of "%s"',
  (message) => {
    expect(learned(message)).toEqual([]);
  },
);
