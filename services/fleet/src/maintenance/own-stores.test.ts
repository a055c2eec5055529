import { scopeOf } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { memoryPorts, notesService, recordedLog, scope } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { maintenanceOf } from './own-stores.ts';

it('a check of one scope lists the others only where that scope has no record', async () => {
  const ports = memoryPorts({ clock: turnedClock() });
  const at = '2026-05-07T00:00:00.000Z';
  const gone = {
    id: 'f',
    kind: 'Fact',
    status: 'DELETED',
    createdAt: at,
    updatedAt: at,
    properties: { content: 'Gone' },
  } as const;
  await ports.graph.commit(scope, { nodes: [gone] });
  const { signal } = new AbortController();
  const embedded = { copyTo: null, async *damage() {} };
  const maintenance = maintenanceOf({ ports, services: [notesService], log: recordedLog().log, signal, embedded });
  const scopes = vi.spyOn(ports.graph, 'scopes');
  expect(await maintenance.check({ scope }).next()).toEqual({ done: true, value: { holdsNothing: false } });
  expect(scopes).not.toHaveBeenCalled();
  const other = scopeOf({ workspace: 'w', user: 'nobody', collection: 'c' });
  expect(await maintenance.check({ scope: other }).next()).toEqual({ done: true, value: { holdsNothing: true } });
  expect(scopes).toHaveBeenCalledOnce();
});
