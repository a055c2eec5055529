import { expect, it } from 'vitest';
import { alarmsIn, exchangesWith } from './alarms.ts';
import { loadExchanges, sets } from './load.ts';

it.each(sets)('of the %s exchanges nothing is set aside in more than one of a hundred', async (set) => {
  const exchanges = await loadExchanges(set);
  // By their number alone: what is held out is shown to nobody.
  expect(exchangesWith(await alarmsIn(exchanges)) / exchanges.length).toBeLessThanOrEqual(0.01);
});
