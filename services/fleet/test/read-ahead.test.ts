import { defaultScope, temporaryDirectory } from '@agent-mem/testing';
import { recordedLog } from '@agent-mem/testing/kit';
import { expect, test, vi } from 'vitest';
import { beginFleet, openFleet } from '../src/fleet.ts';

test('a program that goes on reads ahead what was written last, and a command that ends does not', async () => {
  await using data = await temporaryDirectory();
  const environment = { DATA_DIR: data.path, HTTP_PORT: '0', GRPC_PORT: '0', ADMIN_PORT: '0' };
  const command = recordedLog();
  {
    await using fleet = await openFleet({ services: [], environment, log: command.log });
    await fleet.host.caller.call('facts', 'store', { ...defaultScope, content: 'Anne lives in Lyon' });
  }
  expect(command.lines.map(({ msg }) => msg)).not.toContain('The memory that was written last is read ahead');
  const program = recordedLog();
  await using starting = await beginFleet({ services: [], environment, log: program.log }, null);
  await starting.serving;
  await vi.waitFor(() => expect(program.lines.map(({ msg }) => msg)).toContain('The memory that was written last is read ahead'));
});
