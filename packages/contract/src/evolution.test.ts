import { describe, expect, it } from 'vitest';
import { operationsOf, parseEvent, parseOperation, type ServiceName, services } from './index.ts';
import { type Field, shapeOf } from './shapes/shape.ts';

/** How a client of another version writes a message: it knows members that are not ours, or lacks some that are. */
interface Writer {
  /** What it sends for a member that it need not set; `undefined`: it does not know it. */
  readonly unset: null | undefined;
  /** Members it sends that are not ours. */
  readonly more: object;
}

const ours: Writer = { unset: null, more: {} };
const older: Writer = { unset: undefined, more: {} };
const newer: Writer = { unset: null, more: { later: 'x', later_list: [{ deep: 1 }], later_null: null } };

/** A text of the format that is required. */
function text(format = 'name'): string {
  if (format === 'timestamp') return '2026-05-07T09:30:00Z';
  return format.startsWith('id:') ? '0190163d-8694-739b-aea5-966c26f8ad90' : 'text';
}

/** A message with nothing but what is required. */
function written(message: string, writer: Writer): object {
  const members = shapeOf(message).fields.map((field) => [
    field.name,
    field.rules.required ? value(field, writer) : writer.unset,
  ]);
  return { ...Object.fromEntries(members), ...writer.more };
}

function value(field: Field, writer: Writer): unknown {
  const one = single(field, writer);
  if (field.cardinality === 'list') return [one];
  return field.cardinality === 'map' ? { key: one } : one;
}

function single(field: Field, writer: Writer): unknown {
  if (field.message) return written(field.message, writer);
  if (field.type === 'bool') return true;
  if (field.type !== 'string') return field.rules.min ?? 1;
  return field.rules.oneOf?.[0] ?? text(field.rules.format);
}

const operations = (Object.keys(services) as ServiceName[]).flatMap((service) =>
  Object.entries(operationsOf(service)).map(([operation, { request }]) => ({ service, operation, request })),
);

describe.each(operations)('$service $operation', ({ service, operation, request }) => {
  const parsed = (writer: Writer, envelope: object = {}) =>
    parseOperation(service, { [operation]: written(request, writer), ...envelope });

  it('reads alike from an older client, which lacks members, and a newer one, which has more', () => {
    expect(parsed(older)).toEqual(parsed(ours));
    expect(parsed(newer, { later_operation: null })).toEqual(parsed(ours));
  });
});

describe('an event', () => {
  const completed = (data: object, more: object = {}) => ({
    id: 'e',
    type: 'fact-stored',
    conversation_id: 'c',
    timestamp: '2026-05-07T09:30:00Z',
    data: { fact_stored: { fact_id: 'f', ...more }, ...data },
    ...more,
  });

  it('reads alike from an older service and a newer one', () => {
    const unset = { message_appended: null, invocation_completed: null, conversation_ended: null, episode_stored: null };
    expect(parseEvent(completed({}))).toEqual(parseEvent(completed(unset)));
    expect(parseEvent(completed({ later_type: null }, newer.more))).toEqual(parseEvent(completed(unset)));
  });
});
