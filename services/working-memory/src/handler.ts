import type { Init, OperationName, RequestOf, ResponseOf } from '@agent-mem/contract';
import type { HandlerContext, ServiceContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';

/** What a handler of this service has. */
export type Context = HandlerContext<Config>;
/** What this service has outside any request. */
export type StartContext = ServiceContext<Config>;
/** The request of an operation of this service. */
export type Request<Operation extends OperationName<'working-memory'>> = RequestOf<'working-memory', Operation>;
/** The answer of an operation of this service. */
export type Answer<Operation extends OperationName<'working-memory'>> = Promise<Init<ResponseOf<'working-memory', Operation>>>;
