import { expect, it } from 'vitest';
import { refuseOlderNode } from './refuse-older-node.ts';

it('an older Node is named, with what helps', () => {
  expect(() => refuseOlderNode('22.23.3')).toThrow(
    /needs Node 24 or newer, and this is Node 22\.23\.3: install it .* or give openMemory the url/,
  );
  for (const version of ['24.0.0', '100.1.0']) refuseOlderNode(version);
});
