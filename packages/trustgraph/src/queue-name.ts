import { OperationError } from '@agent-mem/contract';

/** What TrustGraph's queue classes mean on Pulsar. `state` was there from 2.2.15 to 2.2.19 only. */
const persistence = {
  flow: 'persistent',
  state: 'persistent',
  request: 'non-persistent',
  response: 'non-persistent',
  notify: 'non-persistent',
} as const;

/** TrustGraph's name for how a queue is used; the namespace of its topic. */
export type QueueClass = keyof typeof persistence;

/** Up to 2.2.14 a quality of service stood where the class is: 0 is not stored, 1 and 2 are. */
const oldForm = /^q([012])\/([^/]+)\/([^/]+)\/(.+)$/;
const pulsarUrl = /^(?:non-)?persistent:\/\/[^/]+\/[^/]+\/.+$/;

/**
 * The Pulsar topic of a queue: `request:tg:agent:default:main` is `non-persistent://tg/request/agent:default:main`. Only the first two
 * colons divide. A Pulsar URL is taken as it is; `q0/tg/request/config`, the form before 2.2.15, too. Throws `invalid-argument` for anything else.
 */
export function topicOfQueue(queue: string): string {
  if (pulsarUrl.test(queue)) return queue;
  const old = oldForm.exec(queue);
  if (old) return `${old[1] === '0' ? 'non-persistent' : 'persistent'}://${old[2]}/${old[3]}/${old[4]}`;
  const [class_ = '', space, ...topic] = queue.split(':');
  if (!isQueueClass(class_) || !space || topic.join(':') === '' || queue.includes('://')) throw unknownQueue(queue);
  return `${persistence[class_]}://${space}/${class_}/${topic.join(':')}`;
}

/** How TrustGraph subscribes to a queue: broadcasts and answers alone, all else (a Pulsar URL too) sharing. */
export function subscriptionTypeOf(queue: string): 'shared' | 'exclusive' {
  return /^(response|notify):/.test(queue) ? 'exclusive' : 'shared';
}

function isQueueClass(word: string): word is QueueClass {
  return Object.hasOwn(persistence, word);
}

function unknownQueue(queue: string): OperationError {
  const classes = Object.keys(persistence).join(', ');
  return new OperationError(
    'invalid-argument',
    `queue "${queue}": must be class:space:topic with a class of ${classes}, or a Pulsar URL`,
  );
}
