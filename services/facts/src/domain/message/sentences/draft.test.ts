import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { extractingFacts } from '../extract-facts.ts';

const learned = (message: string) => atOnce(extractingFacts({ message, at: Date.UTC(2026, 10, 23, 9) }));

const stated = [
  ['Draft an email to my landlord about the broken heating. I live in Porto.', 'The user lives in Porto'],
  [
    "Write a cover letter for a job at a hospital. I'm a nurse and I live in Berlin.",
    'The user is a nurse',
    'The user lives in Berlin',
  ],
  ['Can you write an email to the bank? My name is Ana.', "The user's name is Ana"],
  ['Please draft a message to the school. My daughter is called Mia.', "The user's daughter is named Mia"],
  ['Compose a letter to the council.\nI live in Cork and I have two dogs.', 'The user lives in Cork', 'The user has two dogs'],
  ["Draft an email to Tom saying that I'm late. My wife is Anne.", "The user's wife is named Anne"],
  ['Write an email to the airline. Say that my flight was late. I am allergic to peanuts.', 'The user is allergic to peanuts'],
  ['Write me a bio for the conference. I work at Siemens.', 'The user works at Siemens'],
  ['Write a script that renames my photos. I live in Porto.', 'The user lives in Porto'],
  ['draft an email to my boss. make it friendly. my boss is called Carla.', "The user's boss is named Carla"],
] as const;

const content = [
  'Draft an email to my boss saying that I live in Porto.',
  'Draft an email to my boss: I live in Porto. My wife is Anne.',
  'Draft an email to my boss:\nI live in Porto. My wife is Anne.',
  'Write an email to Tom. Say that I live in Porto and my wife is Anne.',
  'Write an email to Tom. It should mention that I work at Siemens and I live in Porto.',
  'Write an email to Tom. I want to say that I live in Porto.',
  'Write an email to Tom. Say this. I live in Porto.',
  'Write an email to Tom. Start with: I live in Porto. My wife is Anne.',
  'Write an email to Tom. Hi Tom, I live in Porto. My wife is Anne.',
  'Write an email.\n\nDear Tom,\nI live in Porto.\nMy wife is Anne.',
  'Draft a reply to this email. Hello. I live in Porto.',
  'Write the following email. I live in Porto.',
  'Write it in better English. I live in Porto.',
  'Draft an email as my sister. I live in Porto.',
  'Write a letter in the voice of a sailor. I live on a ship.',
  'Write a story. I live on a farm. My wife is Anne.',
  'Write a poem. My wife is Anne.',
  'Compose a dialogue. I live in Porto. Where do you live?',
];

describe('behind a request for a new text', () => {
  it.each(stated)('what the writer says of themselves is learned: %s', (message, ...facts) => {
    expect(learned(message)).toEqual(facts);
  });

  it.each(content)('what the text is to say is not: %s', (message) => {
    expect(learned(message)).toEqual([]);
  });
});
