import { randomBytes, randomUUID } from 'node:crypto';

/** Who consumes a queue of a flow. */
export interface FlowConsumer {
  /** The processor's id: two processes with one id share what comes, two ids each get all of it. */
  readonly processor: string;
  /** Not in the names up to 2.3.21, which had no workspaces. */
  readonly workspace?: string;
  readonly flow: string;
  /** The topic's name in the flow's entry: `request`. */
  readonly topicName: string;
}

/** The subscription of a processor to a queue of a flow: `agent-mem--default--main--request`. */
export function flowSubscription({ processor, workspace, flow, topicName }: FlowConsumer): string {
  return [processor, ...(workspace === undefined ? [] : [workspace]), flow, topicName].join('--');
}

/** The subscription of one requester to answers, its own: `rr-` and twelve hexadecimal digits. */
export function answerSubscription(): string {
  return `rr-${randomBytes(6).toString('hex')}`;
}

/** The subscription of one process to the notes that configuration has changed: a bare UUID. */
export function pokeSubscription(): string {
  return randomUUID();
}
