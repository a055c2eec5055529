import { describe, expect, it } from 'vitest';
import { portAt } from './free-ports.ts';

/** The highest port that `fetch` refuses. */
const refused = 10_080;

describe('the ports of servers', () => {
  it('are above all that fetch refuses', async () => {
    const cause = expect.objectContaining({ message: 'bad port' });
    await expect(fetch(`http://127.0.0.1:${refused}`)).rejects.toMatchObject({ cause });
    expect(portAt(0)).toBeGreaterThan(refused);
  });

  it('are below those that the machine gives away', () => {
    expect(portAt(1 - Number.EPSILON)).toBe(29_999);
  });
});
