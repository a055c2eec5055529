import type { EventHandler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { findFieldByModel } from '../profile/find-field-by-model.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

/** Compares a fact that was stored with what else is believed, once, and has the model find its field of an owner's profile, once. */
export const factStored: EventHandler<Config> = async (event, context) => {
  const id = event.data.fact_stored?.fact_id;
  if (!id) return;
  await reconcile(context, id);
  await findFieldByModel(context, id);
};
