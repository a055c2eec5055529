import { expect, test } from 'vitest';
import { isSameAttempt } from './same-attempt.ts';

const nothing = () => '';
const run = (command: string) => ({ action: 'shell', args: { command } });

test.each([
  ['npm run build', 'npm run build'],
  ['npm run build', 'sudo npm run build'],
  ['npm run build', 'cd app && NODE_ENV=production npm run build --force'],
  ['python app.py', 'python3 app.py'],
  ['git merge feature', 'git merge --continue'],
  ['pip install pandsa', 'pip install pandas'],
  ['make', 'make -j4'],
])('%s is tried again by %s', (before, after) => expect(isSameAttempt(run(before), run(after), nothing)).toBe(true));

test.each([
  ['npm run build', 'npm ci'],
  ['npm run build', 'npm run lint'],
  ['npm run build', 'ls'],
  ['docker build .', 'docker build --help'],
  ['docker compose up', 'docker ps'],
  ['pip install pandas', 'pip install numpy'],
  ['cat a/config.yaml', 'cat /etc/hosts'],
])('%s is not tried again by %s', (before, after) => expect(isSameAttempt(run(before), run(after), nothing)).toBe(false));

test('a tool made for one thing is tried again with an argument corrected, or looked for', () => {
  const get = (args: object) => ({ action: 'ticket_get', args: { ...args } });
  expect(isSameAttempt(get({ id: 'PAY-19' }), get({ id: 'PAY-190' }), nothing)).toBe(true);
  expect(isSameAttempt(get({ id: 'PAY-19' }), get({ id: 'WEB-7' }), nothing)).toBe(false);
  expect(isSameAttempt(get({ id: 'PAY-19' }), get({ id: 'WEB-7' }), () => 'found WEB-7')).toBe(true);
  expect([
    isSameAttempt(get({ tray: 1 }), get({ tray: 3 }), nothing),
    isSameAttempt(get({ id: 1 }), get({ id: 3 }), nothing),
  ]).toEqual([true, false]);
  expect(isSameAttempt(get({ id: 'PAY-19' }), { action: 'ticket_list', args: { id: 'PAY-19' } }, nothing)).toBe(false);
});

test('a statement that begins otherwise, or asks for other things, is another', () => {
  const sql = (query: string) => ({ action: 'sql', args: { query } });
  const failed = sql('SELECT count(*) FROM user_s');
  expect(isSameAttempt(failed, sql('SELECT count(*) FROM users'), nothing)).toBe(true);
  expect(isSameAttempt(failed, sql('SELECT tablename FROM pg_tables'), nothing)).toBe(false);
  expect(isSameAttempt(failed, sql('EXPLAIN SELECT count(*) FROM user_s'), nothing)).toBe(false);
});
