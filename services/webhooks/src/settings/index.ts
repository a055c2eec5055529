/** The block `webhooks:` of a settings file. */

export { checkSettings, openWebhooksOfFile, webhookNamesOfFile } from './open-webhooks.ts';
export { settingsSchema } from './settings-schema.ts';
