/** Events by signed POSTs to addresses of users. */

export { variables } from './config.ts';
export { webhookDeadLetters, webhooksConnector } from './service.ts';
export type { Webhook } from './webhook.ts';
