import { expect, it } from 'vitest';
import { alarmsIn, exchangesWith } from './alarms.ts';
import { halves, loadExchanges } from './load.ts';

it.each(halves)('of the %s exchanges nothing is set aside in more than one of a hundred', async (half) => {
  const exchanges = await loadExchanges(half);
  // By their number alone: what is held out is shown to nobody.
  expect(exchangesWith(await alarmsIn(exchanges)) / exchanges.length).toBeLessThanOrEqual(0.01);
});
