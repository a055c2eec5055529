import { expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';

it('reads keys with values', () => {
  expect(parseYaml('http_port: 8700\n').toJS()).toEqual({ http_port: 8700 });
});

it.each([
  ['llm_api_key: !hunter2\n', '! at line 1, column 14'],
  ['host: x\nllm_api_key: !hunter2 hunter2\n', '! at line 2, column 14'],
  ['llm_api_key: !hunter2!\n', '! at line 1, column 14'],
  ['llm_api_key: ! hunter2\n', '! at line 1, column 14'],
  ['llm_api_key: !!hunter2\n', '! at line 1, column 14'],
  ['llm_api_key: !p@ss,hunter2\n', '! at line 1, column 14'],
  ['llm_api_key: &hunter2\n', '& at line 1, column 14'],
])('refuses a value that YAML would read as a mark of its own, and says to quote it: %j', (text, place) => {
  expect(() => parseYaml(text)).toThrow(`has a value that begins with ${place}; put it in quotes`);
  expect(() => parseYaml(text)).not.toThrow(/hunter2/);
});

it.each([
  ['llm_api_key: "!hunter2"\n', '!hunter2'],
  ['llm_api_key: hunter!2\n', 'hunter!2'],
  ['llm_api_key: !!str 12\n', '12'],
])('takes %j', (text, llm_api_key) => {
  expect(parseYaml(text).toJS()).toEqual({ llm_api_key });
});

it.each([
  ['llm_api_key: hunter2\n  host: x\n', 'at line 1, column 14'],
  ['host: x\nllm_api_key: "hunter2\n', 'at line 3, column 1'],
  ['llm_api_key: |hunter2\n  x\n', 'at line 1, column 15'],
  ['llm_api_key: [\n] hunter2\n', 'at line 2, column 3'],
])('names the line of what is wrong, and repeats nothing of it: %j', (text, place) => {
  expect(() => parseYaml(text)).toThrow(place);
  expect(() => parseYaml(text)).not.toThrow(/hunter2|\n/);
});
