import type { DeadLetterContent, DeadLetterSummary } from '@agent-mem/messaging';
import { printable } from '../command-line/printable.ts';

const longestKey = 40;
const longestReason = 100;

/** A table for people: a line of names, then a line a letter. */
export function tableOf(letters: readonly DeadLetterSummary[], now: number): readonly string[] {
  const rows = letters.map((letter) => [
    letter.id,
    ageOf(letter, now),
    String(letter.attempts ?? '?'),
    String(letter.bytes),
    letter.topic.split('/').slice(-2).join('/'),
    letter.subscription,
    cut(letter.key ?? '-', longestKey),
    cut(letter.reason, longestReason),
  ]);
  const table = [['ID', 'AGE', 'ATTEMPTS', 'BYTES', 'TOPIC', 'SUBSCRIPTION', 'KEY', 'REASON'], ...rows].map((row) =>
    row.map(printable),
  );
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Everything about one letter, for people. */
export function textOf(letter: DeadLetterContent, now: number): readonly string[] {
  const { payload, properties, ...summary } = letter;
  const facts = Object.entries({ ...summary, since: `${letter.since} (${ageOf(letter, now)} ago)`, key: letter.key ?? '-' });
  const line = ([name, value]: readonly [string, unknown]) => `${printable(name).padEnd(22)} ${printable(String(value ?? '?'))}`;
  return [
    ...facts.map(line),
    '',
    'properties',
    ...Object.entries(properties).map((property) => `  ${line(property)}`),
    '',
    'payload',
    ...indented(payload).split('\n').map(printable),
  ];
}

/** 90 s is "1 min": the largest unit of which one has passed. */
function ageOf({ since }: DeadLetterSummary, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const units = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const;
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${unit}`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
