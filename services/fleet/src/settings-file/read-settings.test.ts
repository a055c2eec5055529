import { expect, it } from 'vitest';
import { variableGroups } from '../generated/variables.ts';
import { nestedKeys } from './nested-keys.ts';
import { isOurs } from './own-keys.ts';
import { readSettings } from './read-settings.ts';

const names = [
  'UPSTREAMS',
  'PROFILE_SCHEMA',
  'HTTP_PORT',
  'LLM_API_KEY',
  'MEMORY',
  'OTEL_SDK_DISABLED',
  'DATA_DIR',
  'HOST',
  'CONFIG_FILE',
  'TOOLS_FILE',
];
const blocks = {
  tools: {
    meaning: 'What the agent may call',
    fileVariable: 'TOOLS_FILE',
    check: async (value: unknown) => {
      if (!Array.isArray(value)) throw new Error('must be a list');
    },
  },
};
const path = '/somewhere/agent-mem.yaml';
const read = (text: string) => readSettings(text, names, blocks, path);

it('values come as they were written, by the names of the variables', async () => {
  const text = 'http_port: 8711\nllm_api_key: 0012\nmemory: off\notel_sdk_disabled: true\ndata_dir: "./my data" # here\nhost:\n';
  expect(await read(text)).toEqual({
    variables: { HTTP_PORT: '8711', LLM_API_KEY: '0012', MEMORY: 'off', OTEL_SDK_DISABLED: 'true', DATA_DIR: './my data' },
  });
  expect(await read('# nothing yet\n')).toEqual({ variables: {} });
});

it('what is JSON may be written as YAML', async () => {
  const profile_schema = { type: 'object', properties: { diet: { description: 'Food' } } };
  const text = 'profile_schema:\n  type: object\n  properties:\n    diet:\n      description: Food\n';
  expect((await read(text)).variables).toEqual({ PROFILE_SCHEMA: JSON.stringify(profile_schema) });
  const asJson = JSON.stringify(profile_schema);
  expect((await read(`profile_schema: '${asJson}'\n`)).variables).toEqual({ PROFILE_SCHEMA: asJson });
});

it('upstreams may be written as keys with values', async () => {
  const text = 'upstreams:\n  gpt-*: https://api.openai.com/v1\n  "*": http://127.0.0.1:11434/v1\n';
  const UPSTREAMS = 'gpt-*=https://api.openai.com/v1, *=http://127.0.0.1:11434/v1';
  expect((await read(text)).variables).toEqual({ UPSTREAMS });
  expect((await read(`upstreams: ${UPSTREAMS.split(',')[0]}\n`)).variables).toEqual({ UPSTREAMS: UPSTREAMS.split(',')[0] });
  await expect(read('upstreams:\n  gpt-*: [a]\n')).rejects.toThrow('upstreams.gpt-*: must be a text');
  await expect(read('upstreams:\n  gpt-*:\n')).rejects.toThrow('upstreams.gpt-*: must be an address');
});

it('what RagForge writes under agent.memory stands for variables', async () => {
  const text = `agent:
  memory:
    enabled: true
    max_context_messages: 20
    summarization:
      enabled: true
      every_n_messages: 10
    embeddings:
      enabled: false
      model: text-embedding-004
      dimension: 768
    persistence:
      type: neo4j
      auto_save: true
`;
  expect((await read(text)).variables).toEqual({
    MEMORY: 'on',
    MAX_CONTEXT_MESSAGES: '20',
    ENABLE_SUMMARIZATION: 'true',
    SUMMARIZE_EVERY: '10',
    EMBED_MESSAGES: 'false',
    EMBEDDINGS_MODEL: 'text-embedding-004',
    EMBEDDINGS_DIMENSION: '768',
    PERSISTENCE_TYPE: 'neo4j',
    PERSISTENCE_AUTO_SAVE: 'true',
  });
  expect((await read('agent:\n  memory:\n    max_context_messages:\n')).variables).toEqual({});
});

it('each nested key stands for a variable that there is', () => {
  const known = variableGroups.flatMap(({ variables }) => Object.keys(variables));
  expect(Object.values(nestedKeys).filter(({ variable }) => !known.includes(variable))).toEqual([]);
});

it('a block is checked by its owner, and its variable names the file', async () => {
  expect(await read('tools: [{ name: a }, { name: b }]\n')).toEqual({ variables: { TOOLS_FILE: path } });
  await expect(read('tools: none\n')).rejects.toThrow('tools: must be a list');
});

it.each([
  ['htpp_port: 1', 'htpp_port: is not known; did you mean http_port?'],
  ['HTTP_PORT: 1', 'HTTP_PORT: is not known; did you mean http_port?'],
  ['tools: []\ntools_file: other.yaml', 'tools_file: tools_file is given twice'],
  ['tolls: []', 'tolls: is not known; did you mean tools?'],
  ['http_port: [1]', 'http_port: must be a text, a number, true or false'],
  ['http_port: 1\nhttp_port: 2', 'is no YAML: Map keys must be unique'],
  ['- http_port', 'must hold keys with values'],
  ['config_file: other.yaml', 'config_file: a file cannot say where it lies'],
  ['constructor: 1', 'constructor: is not known'],
  ['agent:\n  memory:\n    embedings: {}', 'agent.memory.embedings: is not known; did you mean agent.memory.embeddings'],
  ['agent:\n  memory: on', 'agent.memory: must hold keys with values'],
  ['agent:\n  memory:\n    enabled: maybe', 'agent.memory.enabled: must be true or false'],
  [
    'agent:\n  memory:\n    max_context_messages: [1]',
    'agent.memory.max_context_messages: must be a text, a number, true or false',
  ],
  ['memory: off\nagent:\n  memory:\n    enabled: true', 'agent: memory is given twice'],
])('what is wrong is named, with the nearest key: %s', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

it.each([
  ['', true],
  ['# a comment\n---\n', true],
  ['host: a\nmemory: off\n', true],
  ['htpp_port: 1\nx: y\n', true],
  ['http_port: [\n', true],
  ['apiVersion: v1\nkind: ConfigMap\n', false],
  ['services:\n  agent:\n    host: x\n', false],
  ['agent:\n  memory:\n    enabled: true\n', true],
  ['host: x\nport: 80\n', false],
  ['{{ include "x" . }}\n', false],
  ['- host: x\n', false],
])('a file that was found by its name is ours by its keys: %j %s', (text, expected) => {
  expect(isOurs(text, names, blocks)).toBe(expected);
});
