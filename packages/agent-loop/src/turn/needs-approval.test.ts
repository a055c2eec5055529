import { expect, test } from 'vitest';
import type { Tool } from '../tools/tool.ts';
import { needsApproval } from './needs-approval.ts';

const mail: Tool = { name: 'send.mail', description: '', arguments: [], run: async () => '' };

test.each([
  ['', false],
  [' , ', false],
  ['send.mail', true],
  ['delete_*, send.*', true],
  ['*.mail', true],
  ['send', false],
  ['mail', false],
  ['send.mai.', false],
])('by APPROVE_TOOLS %j a person approves: %s', (APPROVE_TOOLS, expected) => {
  expect(needsApproval(mail, { APPROVE_TOOLS })).toBe(expected);
});

test("a tool's own word cannot be taken back by APPROVE_TOOLS, nor does it take that back", () => {
  expect(needsApproval({ ...mail, needsApproval: true }, { APPROVE_TOOLS: '' })).toBe(true);
  expect(needsApproval({ ...mail, needsApproval: false }, { APPROVE_TOOLS: 'send*' })).toBe(true);
});
