import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const run = promisify(execFile);

describeLive('grpcurl', findTool('grpcurl'), (grpcurl) => {
  let fleet: TestFleet;
  beforeAll(async () => {
    fleet = await startFleet({ grpc: true });
  });
  afterAll(() => fleet[Symbol.asyncDispose]());

  const ask = async (...args: string[]) => (await run(grpcurl(), ['-plaintext', ...args])).stdout;
  const call = async (method: string, request: object) =>
    JSON.parse(await ask('-d', JSON.stringify(request), fleet.grpcUrl, method));

  it('lists every service', verifies('grpc.reflection'), async () => {
    const names = (await ask(fleet.grpcUrl, 'list')).trim().split('\n');
    for (const noun of ['Facts', 'Episodes', 'Conversations', 'WorkingMemory', 'Graph', 'Agent'])
      expect(names).toContain(`agentmem.v1.${noun}Service`);
    expect(names).toContain('grpc.health.v1.Health');
  });

  it('describes services and messages, maps included', verifies('grpc.reflection'), async () => {
    expect(await ask(fleet.grpcUrl, 'describe', 'agentmem.v1.FactsService')).toContain(
      'rpc Retrieve ( .agentmem.v1.RetrieveFactsRequest )',
    );
    expect(await ask(fleet.grpcUrl, 'describe', 'agentmem.v1.Fact')).toContain('map<string, string> metadata');
    expect(await ask(fleet.grpcUrl, 'describe', 'agentmem.v1.Fact')).toContain('optional string subject');
  });

  it('stores and retrieves', async () => {
    const metadata = { from: 'grpcurl' };
    const stored = await call('agentmem.v1.FactsService/Store', {
      content: 'The ferry to Ischia leaves at nine',
      user: 'g',
      metadata,
    });
    const retrieved = await call('agentmem.v1.FactsService/Retrieve', { query: 'When does the ferry leave?', user: 'g' });
    expect(retrieved.facts[0]).toMatchObject({ id: stored.fact_id, content: 'The ferry to Ischia leaves at nine', metadata });
  });

  it('is told what was wrong, with the status code for it', verifies('grpc.errors'), async () => {
    const refused = await call('agentmem.v1.FactsService/Retrieve', { query: 'q', top_k: 101 }).catch(
      (error: { stderr: string }) => error.stderr,
    );
    expect(refused).toContain('Code: InvalidArgument');
    expect(refused).toContain('top_k: must be from 1 to 100, got 101');
  });

  it('refuses itself a member that is not known, by what reflection describes', verifies('request.unknown'), async () => {
    const refusal = (method: string, request: object) => call(method, request).catch((error: { stderr: string }) => error.stderr);
    const wrong = [
      ['FactsService/Store', { content: 'Bob likes beer', user_id: 'bob' }, 'user_id'],
      ['FactsService/Purge', { everything: true, user_id: 'x' }, 'user_id'],
      ['GraphService/Purge', { everything: true, user_id: 'x' }, 'user_id'],
      ['GraphService/UpdateSettings', { settings: { memroy: 'off' } }, 'memroy'],
    ] as const;
    for (const [method, request, member] of wrong)
      expect(await refusal(`agentmem.v1.${method}`, request)).toMatch(new RegExp(`no known field named ${member}`));
    expect(JSON.stringify(await call('agentmem.v1.FactsService/List', {}))).not.toContain('Bob');
  });

  it('is told of every operation that is built', verifies('grpc.reflection', 'operation.unimplemented'), async () => {
    const graph = await ask(fleet.grpcUrl, 'describe', 'agentmem.v1.GraphService');
    for (const rpc of ['UpdateSettings', 'TriggerCompaction', 'Feedback']) expect(graph).toContain(`rpc ${rpc}`);
    await expect(ask(fleet.grpcUrl, 'describe', 'agentmem.v1.AskModelRequest')).rejects.toThrow('not found');
  });

  it('is told of operations by their rpcs', verifies('error.words'), async () => {
    await call('agentmem.v1.GraphService/UpdateSettings', { user: 'off', settings: { memory: 'off' } });
    const store = call('agentmem.v1.FactsService/Store', { user: 'off', content: 'tea' });
    await expect(store).rejects.toMatchObject({
      stderr: expect.stringContaining('agentmem.v1.GraphService/UpdateSettings turns it on'),
    });
  });

  it('follows an invocation frame by frame', verifies('invocation.frames'), async () => {
    const output = await ask(
      '-d',
      JSON.stringify({ question: 'My wife is Anne', user: 'g' }),
      fleet.grpcUrl,
      'agentmem.v1.AgentService/Invoke',
    );
    expect(output.match(/"end_of_dialog": true/g) ?? output.match(/"endOfDialog": true/g)).toHaveLength(1);
  });

  it('sees the health of the fleet', verifies('grpc.health'), async () => {
    expect(await ask(fleet.grpcUrl, 'grpc.health.v1.Health/Check')).toContain('SERVING');
  });
});
