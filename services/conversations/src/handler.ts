import type { Init, OperationName, RequestOf, ResponseOf } from '@agent-mem/contract';
import type { EventContext, HandlerContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';

/** What a handler of this service has. */
export type Context = HandlerContext<Config>;
/** What an event's handler of this service has. */
export type OnEventContext = EventContext<Config>;
/** The request of an operation of this service. */
export type Request<Operation extends OperationName<'conversations'>> = RequestOf<'conversations', Operation>;
/** The answer of an operation of this service. */
export type Answer<Operation extends OperationName<'conversations'>> = Promise<Init<ResponseOf<'conversations', Operation>>>;
