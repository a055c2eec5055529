import { agentRequestMessage, agentStepMessage } from '@agent-mem/trustgraph';
import { expect, test } from 'vitest';
import { carriedBy } from '../steps/carried.ts';
import { flowRunOf, namedScope, scopeNamed } from './flow-run.ts';

/** The invocation of a question of the session S. */
function invocationOf({ id = 'q1', workspace = 'w', steps = 0 } = {}): string {
  const step = agentStepMessage.make({ thought: 't', action: 'kb', observation: 'o' });
  const history = Array.from({ length: steps }, () => step);
  const request = agentRequestMessage.make({ question: 'What?', session_id: 'S', history });
  const scope = scopeNamed(namedScope(workspace, request));
  return flowRunOf({ id, request }, 'S', { workspace, flow: 'f' }, carriedBy(request, 0), scope).invocation.invocationId;
}

test('a question is one invocation at each of its steps, and another one in another workspace', () => {
  const own = invocationOf();
  expect(own).toMatch(/^inv_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(invocationOf({ steps: 2 })).toBe(own);
  expect(invocationOf({ id: 'q2' })).not.toBe(own);
  expect(invocationOf({ workspace: 'v' })).not.toBe(own);
});
