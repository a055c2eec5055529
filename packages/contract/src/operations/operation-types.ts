import type { Services } from '../generated/services.ts';

/** The services of the contract. */
export type ServiceName = keyof Services;
/** The members of a service's operations: `retrieve`, `append_message` … */
export type OperationName<Service extends ServiceName> = keyof Services[Service] & string;
/** What an operation is asked, checked and with its defaults. */
export type RequestOf<
  Service extends ServiceName,
  Operation extends OperationName<Service>,
> = Services[Service][Operation] extends {
  request: infer Request;
}
  ? Request
  : never;
/** The answer of an operation; of a stream, one frame of it. */
export type ResponseOf<
  Service extends ServiceName,
  Operation extends OperationName<Service>,
> = Services[Service][Operation] extends {
  response: infer Response;
}
  ? Response
  : never;
