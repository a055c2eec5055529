import type { Clock } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import type { startFleet, TestFleet } from '@agent-mem/testing';
import { scriptedAnswer } from './model-script.ts';

/** Opens a data folder with a version of the fleet, this one or an earlier. */
export type Start = typeof startFleet;

/** A model in this process that answers by the script. */
function scriptedModel() {
  return scriptedChatModel(({ messages }) => scriptedAnswer(messages.map(({ content }) => content).join('\n')));
}

export function openSettled(start: Start, directory: string, clock: Clock): Promise<TestFleet> {
  return start({ bus: 'sqlite', directory, clock, chatModel: scriptedModel() });
}

/** What fell due while nobody ran it expires. */
export function openInterrupted(start: Start, directory: string, clock: Clock): Promise<TestFleet> {
  const environment = { FACT_TTL_DAYS: '1' };
  return start({ bus: 'sqlite', directory, clock, chatModel: scriptedModel(), http: true, environment });
}

/** Its bus has a folder of its own. It reasons by rules. */
export function openApart(start: Start, directory: string, clock: Clock): Promise<TestFleet> {
  const environment = { BUS_URL: `sqlite:${directory}/bus` };
  return start({ bus: 'sqlite', directory: `${directory}/store`, clock, environment });
}
