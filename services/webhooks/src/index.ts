/** Events by signed POSTs to addresses of users. */

export { variables } from './config.ts';
export { webhookSubscriptions, webhooksConnector } from './service.ts';
export type { Webhook } from './webhook.ts';
