import { describe, expect, it } from 'vitest';
import { UsedWrongly } from '../refusal.ts';
import { processorWords } from './processor-words.ts';

const read = (line: string, environment = {}) => processorWords(line.split(' '), environment);

describe('a command line of a TrustGraph processor', () => {
  it('leaves the services and our own flags', () => {
    expect(read('agent --id agent-mem -p ws://b:8080 -P 8001 --data-dir ./d --no-loki-enabled')).toEqual({
      variables: { TRUSTGRAPH_ID: 'agent-mem', TRUSTGRAPH_PULSAR_URL: 'ws://b:8080', HTTP_PORT: '8001' },
      rest: ['agent', '--data-dir', './d'],
    });
  });

  it.each([
    ['--pulsar-host ws://b:8080', '--id (TRUSTGRAPH_ID) must say which one it is'],
    ['--id agent-mem --pulsar-host http://b', 'must be pulsar://host:port'],
  ])('is refused in one sentence: %s', (line, sentence) => {
    expect(() => read(line)).toThrow(UsedWrongly);
    expect(() => read(line)).toThrow(sentence);
  });

  it('may have its id in the environment, or by our own flag', () => {
    expect(read('-p ws://b:8080 --trustgraph-id=agent-mem').rest).toEqual(['--trustgraph-id=agent-mem']);
    expect(read('-p ws://b:8080', { TRUSTGRAPH_ID: 'agent-mem' }).variables).toEqual({ TRUSTGRAPH_PULSAR_URL: 'ws://b:8080' });
  });
});
