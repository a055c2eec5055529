import type { EventContext } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { indexWholeProfile } from '../profile/index-profile.ts';

/** Finds the fields of a scope's facts, where a profile was asked for that has more facts than are looked at for one answer. */
export async function indexDueProfile(_due: WaitingNode, context: EventContext<Config>): Promise<void> {
  await indexWholeProfile(context);
}
