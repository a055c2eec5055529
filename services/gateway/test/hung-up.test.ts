import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger } from '@agent-mem/runtime';
import { expect, it, vi } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { scriptedCaller } from './scripted-caller.ts';

it.each([['Content-Length: 100\r\n\r\n{"content":'], ['Transfer-Encoding: chunked\r\n\r\na\r\n{"content"']])(
  'a client that hangs up in the middle of its body is a line at debug: %j',
  async (rest) => {
    const lines: { readonly level: number; readonly msg: string; readonly err?: unknown }[] = [];
    const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
    const caller = scriptedCaller({});
    const app = await openGateway(caller, { log });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const begun = once(app.server, 'request');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`POST /v1/facts/store HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${rest}`);
    await begun;
    socket.destroy();
    const debug = { level: 20, route: '/v1/facts/store', msg: 'The client hung up in the middle of its request' };
    await vi.waitFor(() => expect(lines).toMatchObject([debug]));
    expect(lines[0]).not.toHaveProperty('err');
    expect(caller.asked).toEqual([]);
    await app.close();
  },
);
