import { expect, test } from 'vitest';
import { onlyLooks } from './looking.ts';

test.each([
  'ls -la',
  'cat package.json | grep vite',
  'cd app && git status',
  'git log --oneline -5',
  'docker ps -a',
  'docker compose logs web',
  'kubectl get pods',
  'systemctl status nginx',
  'npm ls react',
  'npm test',
  'sudo lsof -i :80 2>/dev/null',
  'find . -name "*.log"',
  "sed -n '1,20p' app.ts",
  'curl -s localhost:3000/health',
  'node --version',
  'terraform plan',
  'ip addr show',
])('%s only looks', (command) => expect(onlyLooks('shell', { command })).toBe(true));

test.each([
  'docker prune -f',
  'docker system prune -af',
  'npm ci',
  'echo 1 > /proc/sys/vm/overcommit_memory',
  'cat a >> b',
  'find . -name "*.log" -delete',
  "sed -i 's/a/b/' app.ts",
  'curl -X POST localhost/restart',
  'docker compose up -d db',
  'git stash',
  'ls && rm -rf dist',
  'kill -9 310',
  'export NODE_OPTIONS=--max-old-space-size=4096',
])('%s changes something', (command) => expect(onlyLooks('shell', { command })).toBe(false));

test.each([
  ['read_file', { path: 'a' }, true],
  ['listTables', {}, true],
  ['sql', { query: 'SELECT 1' }, true],
  ['sql', { query: 'ALTER TABLE a ADD b int' }, false],
  ['http', { method: 'GET', url: 'x' }, true],
  ['http', { method: 'DELETE', url: 'x' }, false],
  ['edit_file', { path: 'a' }, false],
  ['frobnicate', {}, false],
])('the tool %s with %j', (action, args, looks) => expect(onlyLooks(action, args)).toBe(looks));
