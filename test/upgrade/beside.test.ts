import { operationFacts, parseTopicUrl, type ServiceName, serviceTopic, shapeOf, systemClock } from '@agent-mem/contract';
import { type Bus, createCaller, createMemoryBus } from '@agent-mem/messaging';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { contractOf, messagesOf, recordedVersions } from './fixtures.ts';

describe.each(recordedVersions)('beside services of %s', (version) => {
  it(
    'no request of an operation that they serve and no event has a value that they refuse',
    verifies('upgrade.beside'),
    async () => {
      const contract = await contractOf(version);
      const { operations } = await messagesOf(version);
      const requests = operations.map(({ topic, payload }) => {
        const [operation = ''] = Object.keys(JSON.parse(payload) as object);
        return operationFacts(parseTopicUrl(topic)?.name as ServiceName, operation).request;
      });
      const read = new Set(['Event', ...requests].flatMap((name) => [...messagesIn(name)]));
      expect(read.size).toBeGreaterThan(40);
      expect([...read].flatMap((name) => refusedValues(name, contract[name]?.fields ?? {}))).toEqual([]);
    },
  );

  it('a read that gives what they do not know is unavailable to callers from outside, and every other is answered', {
    ...verifies('upgrade.beside'),
  }, async () => {
    await using bus = createMemoryBus();
    await answerAsRecorded(bus, version);
    await using caller = await createCaller(bus, { clientId: 'gateway', clock: systemClock });
    const fromOutside = { needsEveryMember: true };
    const unknown = (name: string) => ({
      type: 'unavailable',
      retryable: true,
      message: `${name} is not known to the process that answered, which is of an earlier version`,
    });
    const query = 'Where does the spare key hang?';
    const { facts } = await caller.call('facts', 'retrieve', { query }, fromOutside);
    expect(facts).toHaveLength(1);
    const filtered = { query, filter: { tags_any: ['keys'] } };
    await expect(caller.call('facts', 'retrieve', filtered, fromOutside)).rejects.toMatchObject(unknown('facts.retrieve.filter'));
    await expect(caller.call('facts', 'interpret', { message: query })).rejects.toMatchObject(unknown('facts.interpret'));
  });
});

/** The message, and those that stand in it. */
function messagesIn(name: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const { message } of shapeOf(name).fields) if (message) messagesIn(message, found);
  return found;
}

type RecordedFields = NonNullable<Awaited<ReturnType<typeof contractOf>>[string]['fields']>;

/** What the present rules of a message let through that the recorded ones refuse, a text each. */
function refusedValues(message: string, recorded: RecordedFields): readonly string[] {
  return shapeOf(message).fields.flatMap(({ name, rules }) => {
    const before = recorded[name];
    if (!before) return [];
    const rule = (of: string) => before.options?.[`(rules).${of}`];
    const values = typeof rule('one_of') === 'string' ? String(rule('one_of')).split('|') : null;
    const isWider = {
      one_of: values !== null && !(rules.oneOf ?? ['any']).every((value) => values.includes(value)),
      required: rule('required') === true && rules.required !== true,
      format: rule('format') !== undefined && rule('format') !== rules.format,
      min: rule('min') !== undefined && (rules.min ?? Number.NEGATIVE_INFINITY) < Number(rule('min')),
      max: rule('max') !== undefined && (rules.max ?? Number.POSITIVE_INFINITY) > Number(rule('max')),
      max_bytes: (rules.maxBytes ?? 0) > Number(rule('max_bytes') ?? Number.POSITIVE_INFINITY),
      max_items: (rules.maxItems ?? 0) > Number(rule('max_items') ?? Number.POSITIVE_INFINITY),
    };
    return Object.entries(isWider).flatMap(([of, wider]) => (wider ? [`${message}.${name}: ${of}`] : []));
  });
}

/** Stands for the facts service of a version: it answers what that version answered, and refuses what it did not know in its words. */
async function answerAsRecorded(bus: Bus, version: string): Promise<void> {
  const { operations } = await messagesOf(version);
  const replies = new Map(
    operations
      .filter(({ topic }) => topic.endsWith('/query/facts'))
      .map(({ payload, reply }) => [Object.keys(JSON.parse(payload) as object)[0] ?? '', reply]),
  );
  const known = [...replies.keys()].join(', ');
  await bus.subscribe(serviceTopic('facts', 'query'), { name: 'facts', type: 'shared' }, async ({ payload, properties }) => {
    const [operation = ''] = Object.keys(JSON.parse(payload) as object);
    const refusal = {
      type: 'invalid-argument',
      message: `message: must have one of ${known}, got ${operation}`,
      retryable: false,
    };
    const reply = replies.get(operation) ?? { error: refusal };
    const replyTo = parseTopicUrl(properties.reply_to ?? '');
    if (replyTo) await bus.publish(replyTo, { payload: JSON.stringify(reply), properties: { id: properties.id ?? '' } });
  });
}
