import { expect, it } from 'vitest';
import { layered, settingsOf } from './layers.ts';

const names = ['LOG_LEVEL', 'HTTP_PORT', 'HOST', 'DATA_DIR', 'LLM_API_KEY', 'GRAPH_URL'];
const group = {
  readers: ['program'],
  variables: Object.fromEntries(names.map((name) => [name, { meaning: '', unit: '', defaultText: `${name} by default` }])),
};
const layers = {
  flags: { LOG_LEVEL: 'debug' },
  environment: { LOG_LEVEL: 'warn', HTTP_PORT: '1', HOST: '', LLM_API_KEY: 'sk-secret', PATH: '/bin' },
  file: { LOG_LEVEL: 'error', HTTP_PORT: '2', HOST: 'localhost', GRAPH_URL: 'neo4j://me:secret@graph:7687/x?token=secret&y=1' },
};

it('a flag wins over the environment, the environment over the file, and a variable set to nothing over nothing', () => {
  expect(layered(layers)).toMatchObject({ LOG_LEVEL: 'debug', HTTP_PORT: '1', HOST: 'localhost', PATH: '/bin' });
});

it('each variable is listed with the value that holds and its origin, secrets masked', () => {
  expect(settingsOf(layers, [group])).toEqual([
    { name: 'LOG_LEVEL', value: 'debug', from: 'flag' },
    { name: 'HTTP_PORT', value: '1', from: 'environment' },
    { name: 'HOST', value: 'localhost', from: 'file' },
    { name: 'DATA_DIR', value: 'DATA_DIR by default', from: 'default' },
    { name: 'LLM_API_KEY', value: '***', from: 'environment' },
    { name: 'GRAPH_URL', value: 'neo4j://***@graph:7687/x?token=***&y=1', from: 'file' },
  ]);
});
