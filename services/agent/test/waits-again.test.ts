import { scriptedChatModel } from '@agent-mem/llm';
import { expect, test } from 'vitest';
import { frameTexts, startAgentFleet } from './agent-fleet.ts';
import { act, awaited, decisionOn, final, mailTool, resume } from './waiting-calls.ts';

test('a decision that is sent again where its run waits for another call by now changes nothing', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({
    chatModel: scriptedChatModel([act('SendMail', { to: 'bo' }), act('SendMail', { to: 'cy' }), final('both')]),
    tools: [tool],
  });
  const first = await fleet.invoke({ question: 'Write to Bo and Cy', may_wait: true });
  const second = await resume(fleet, first, [decisionOn(awaited(first), 'approve')]);
  expect(awaited(second).arguments).toBe('{"to":"cy"}');
  const again = await resume(fleet, first, [decisionOn(awaited(first), 'approve')]);
  expect(again.at(-1)).toEqual(second.at(-1));
  await expect(resume(fleet, first, [decisionOn(awaited(first), 'refuse')])).rejects.toMatchObject({ type: 'already-exists' });
  expect(sent).toEqual(['bo']);
  const last = await resume(fleet, second, [decisionOn(awaited(second), 'approve')]);
  expect(frameTexts(last).at(-1)).toBe('answer: both');
  expect(sent).toEqual(['bo', 'cy']);
});

test('a decision that comes after its run was cancelled is refused, and the call is not made', async () => {
  const { tool, sent } = mailTool();
  await using fleet = await startAgentFleet({ chatModel: scriptedChatModel([act('SendMail', { to: 'bo' })]), tools: [tool] });
  const frames = await fleet.invoke({ question: 'Write to Bo', may_wait: true });
  await fleet.caller.call('agent', 'cancel', { id: frames.at(-1)?.invocation_id });
  await expect(resume(fleet, frames, [decisionOn(awaited(frames), 'approve')])).rejects.toMatchObject({
    type: 'failed-precondition',
  });
  await fleet.settled();
  expect(sent).toEqual([]);
});
