import type { Init, OperationName, RequestOf, ServiceName } from '@agent-mem/contract';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { startMortalFleet } from './mortal-fleet.ts';

const of = { conversation_id: 'c1', user: 'u1' };
const rounds = 6;

it('kill -9 while messages are appended and read: each is stored and read once, and its repeat says what came of it', {
  ...verifies('message.learned'),
}, async () => {
  await using directory = await temporaryDirectory();
  await using fleet = await startMortalFleet({ directory: directory.path });
  const call = async <Service extends ServiceName, Operation extends OperationName<Service>>(
    service: Service,
    operation: Operation,
    request: Init<RequestOf<Service, Operation>>,
    idempotencyKey?: string,
  ) => rest(await fleet.url(), service, operation, request, { idempotencyKey });
  /** Asks until there is an answer to which nothing is pending, as the same request each time. */
  const append = (content: string) =>
    vi.waitFor(
      async () => {
        const request = { ...of, messages: [{ role: 'user', content } as const], wait_ms: 2_000 };
        const answer = await call('conversations', 'append_messages', request, content);
        expect(answer.pending).toEqual([]);
        return answer;
      },
      { timeout: 60_000, interval: 50 },
    );
  const texts = async () => (await call('facts', 'list', of)).facts.map(({ content }) => content);

  for (let round = 0; round < rounds; round++) {
    // From before the commit to after the notice.
    fleet.kill({ afterMs: round * 8, againMs: null });
    const { learned } = await append(`Remember that locker ${round} opens with code ${round * 13}`);
    await fleet.survived();
    expect(learned.map(({ content }) => content)).toEqual([`Locker ${round} opens with code ${round * 13}`]);
  }
  const { messages } = await call('conversations', 'history', of);
  expect(messages.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: rounds }, (_, index) => index + 1));
  const { facts } = await call('facts', 'list', of);
  expect(facts).toHaveLength(rounds);

  // What was read is not read again: deleted facts do not come back with the end of the conversation.
  for (const { id } of facts) await call('facts', 'delete', { user: of.user, fact_id: id });
  await call('conversations', 'end', of);
  // An event of the same conversation comes after its end.
  await append('I like green tea');
  expect(await texts()).toEqual(['The user likes green tea']);
});
