import { createMemoryTopics } from '@agent-mem/messaging';
import { readConfig } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { variables } from './config.ts';
import { deploymentOf } from './deployment.ts';

const ports = { topics: createMemoryTopics(), leftTo: 'others' as const };
const deployment = (environment: Record<string, string>) => deploymentOf(readConfig(variables, environment), ports);

it('is what the variables say', () => {
  expect(
    deployment({ TRUSTGRAPH_ID: 'agent-manager', TRUSTGRAPH_CONCURRENCY: '2', TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS: '5' }),
  ).toEqual({
    ...ports,
    processorId: 'agent-manager',
    concurrency: 2,
    configPushQueue: 'notify:tg:config',
    configTimeoutMs: 5_000,
    configTypes: ['agent-mem', 'agent'],
  });
});

it.each([
  ['', ['agent-mem', 'agent']],
  ['mine', ['mine', 'agent-mem', 'agent']],
  ['agent', ['agent', 'agent-mem']],
])('of config types %j wins first, and each counts once', (TRUSTGRAPH_CONFIG_TYPE, types) => {
  expect(deployment({ TRUSTGRAPH_CONFIG_TYPE }).configTypes).toEqual(types);
});
