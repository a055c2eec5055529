import { createHash } from 'node:crypto';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../live/postgres/postgres.ts';

const log = Array.from({ length: 40_000 }, (_, line) => `line ${line}: größe 🚀 took ${line * 7} ms\n`).join('');
const fatal = 'FATAL: ENOSPC no space left on device';

describeLive('what is stored aside, in PostgreSQL', findPostgres(), (program) => {
  let postgres: PostgresServer;
  let fleet: TestFleet;
  const call: TestFleet['caller']['call'] = (...asked) => fleet.caller.call(...asked);
  beforeAll(async () => {
    postgres = await startPostgres(program());
    fleet = await startFleet({
      services: ['working-memory', 'graph'],
      environment: { DETAILS_URL: postgres.url, DETAILS_USER: postgres.user, DETAILS_PASSWORD: postgres.password },
    });
  });
  afterAll(async () => {
    await fleet?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
  });

  it('is stored in pieces, opened byte for byte, searched, asked for what it says, and gone when it is deleted', async () => {
    const bytes = Buffer.from(log + fatal);
    const size = 300_000;
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
    let key = '';
    for (const [sequence, piece] of pieces.entries()) {
      const chunk = {
        chunk: piece.toString('base64'),
        encoding: 'base64',
        sequence,
        end: sequence === pieces.length - 1,
      } as const;
      const asked = { upload_id: 'u1', type: 'command_output', source_command: 'npm run build', conversation_id: 'c1', ...chunk };
      key = (await call('working-memory', 'store_detail', asked)).memory_key || key;
    }
    const read: Buffer[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const asked: { memory_key: string; offset: number; encoding: 'base64' } = { memory_key: key, offset, encoding: 'base64' };
      const part: Awaited<ReturnType<typeof retrieve>> = await retrieve(asked);
      read.push(Buffer.from(part.content, 'base64'));
      offset = part.next_offset;
    }
    expect(sha256(Buffer.concat(read))).toBe(sha256(bytes));
    expect((await retrieve({ memory_key: key, pattern: '^FATAL' })).content).toContain(fatal);
    expect((await retrieve({ memory_key: key, query: 'which device has no space left?' })).content).toContain('ENOSPC');
    const { details } = await call('working-memory', 'search_details', {
      query: 'the build that ran out of space',
      thread_id: 'c1',
    });
    expect(details.map(({ memory_key }) => memory_key)).toEqual([key]);
    await call('working-memory', 'delete_detail', { memory_key: key });
    await expect(retrieve({ memory_key: key })).rejects.toMatchObject({ type: 'not-found' });
    expect((await call('working-memory', 'search_details', { query: 'ENOSPC' })).details).toEqual([]);
  });

  it('is refused, to be sent again, while the server is away, and stored when it is back', async () => {
    const asked = { content: `${log.slice(0, 200_000)}\n${fatal}`, description: 'a log' };
    await postgres.kill();
    await expect(call('working-memory', 'store_detail', asked)).rejects.toMatchObject({ retryable: true });
    await postgres.start();
    await vi.waitFor(
      async () => {
        const { memory_key } = await call('working-memory', 'store_detail', asked);
        expect((await retrieve({ memory_key: memory_key ?? '', pattern: '^FATAL' })).content).toContain(fatal);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  const retrieve = (asked: Parameters<typeof call<'working-memory', 'retrieve_detail'>>[2]) =>
    call('working-memory', 'retrieve_detail', asked);
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
