import { describe, expect, it } from 'vitest';
import { shapeOf } from '../shapes/shape.ts';
import { editDistance, nearestName } from './nearest-name.ts';

const membersOf = (message: string) => shapeOf(message).byName.keys();

describe('the nearest name', () => {
  it.each([
    ['user_id', 'StoreFactRequest', 'user'],
    ['userId', 'StoreFactRequest', 'user'],
    ['usr', 'StoreFactRequest', 'user'],
    ['contnet', 'StoreFactRequest', 'content'],
    ['conv_id', 'StoreFactRequest', 'conversation_id'],
    ['conversation', 'PurgeRequest', 'conversation_id'],
    ['Id', 'PurgeRequest', 'id'],
    ['topK', 'RetrieveFactsRequest', 'top_k'],
    ['memory_enabled', 'AgentRequest', 'enable_memory'],
    ['memroy', 'Settings', 'memory'],
    ['sensitiveData', 'Settings', 'sensitive_data'],
  ])('to %s of %s is %s', (given, message, name) => {
    expect(nearestName(given, membersOf(message))).toBe(name);
  });

  it.each([['colour'], ['tenant'], ['x'], [''], ['💡']])('to "%s" is none of those that mean something else', (given) => {
    expect(nearestName(given, membersOf('StoreFactRequest'))).toBeNull();
  });
});

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['HTTP_PORT', 'HTTP_PROT', 1],
  ['HTTP_PORT', 'HTPP_PORT', 1],
  ['HTTP_PORT', 'HTTP_PORTS', 1],
  ['HTTP_PORT', 'TTP_PORT', 1],
  ['HOST', 'PORT', 2],
  ['HOST', 'HOME', 2],
  ['kitten', 'sitting', 3],
])('from "%s" to "%s" are %i letters', (a, b, distance) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([distance, distance]);
});
