import { services } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { graphService } from '../src/service.ts';

test('every operation of the contract has a handler', () => {
  expect(Object.keys(graphService.handlers).toSorted()).toEqual(Object.keys(services.graph.operations).toSorted());
});
