import { expect, it } from 'vitest';
import { alarmsIn, exchangesWith } from './alarms.ts';
import { giveOrders, loadExchanges, sets } from './load.ts';

/** The largest share of which something may be set aside. */
const most = { plain: 0.01, orders: 0.1 };

it.each(sets)('of the %s exchanges nothing is set aside in more than few', async (set) => {
  const exchanges = await loadExchanges(set);
  // By their number alone: what is held out is shown to nobody.
  expect(exchangesWith(await alarmsIn(exchanges)) / exchanges.length).toBeLessThanOrEqual(
    giveOrders.has(set) ? most.orders : most.plain,
  );
});
