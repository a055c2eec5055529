import type { EventHandler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { reconcile } from '../reconcile.ts';

/** Compares a fact that was stored with what else is believed, once. */
export const factStored: EventHandler<Config> = async (event, context) => {
  const id = event.data.fact_stored?.fact_id;
  if (id) await reconcile(context, id);
};
