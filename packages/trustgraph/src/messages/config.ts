import { integer, list, map, nullable, text, type ValueOf } from '../field.ts';
import { wireMessage } from '../wire-message.ts';
import { wireError } from './error.ts';

const configKeyMessage = wireMessage('ConfigKey', { type: text(), key: text() });

const configValueMessage = wireMessage('ConfigValue', {
  type: text(),
  key: text(),
  /** Any text, by custom JSON; `null` answers a `get` of what there is not. */
  value: nullable(text()),
  workspace: text(),
});
export type ConfigValue = ValueOf<typeof configValueMessage>;

/** What the config service is asked: `getkeys-all-ws`, `getvalues-all-ws`, `getvalues`, `get`, `list`, `put`, `delete` or `config`. */
export const configRequestMessage = wireMessage('ConfigRequest', {
  operation: text(),
  workspace: text(),
  keys: list(configKeyMessage),
  type: text(),
  values: list(configValueMessage),
});
export type ConfigRequest = ValueOf<typeof configRequestMessage>;

/** Its answer. `version` is 0 in answers to `put` and `delete`. */
export const configResponseMessage = wireMessage('ConfigResponse', {
  version: integer(),
  values: list(configValueMessage),
  directory: list(text()),
  config: map(map(text())),
  error: nullable(wireError),
});
export type ConfigResponse = ValueOf<typeof configResponseMessage>;

/** Says that configuration has changed: of which types in which workspaces. Without `changes` (before 2.4) of any. */
export const configPushMessage = wireMessage('ConfigPush', {
  version: integer(),
  changes: nullable(map(list(text()))),
  workspace_changes: nullable(wireMessage('WorkspaceChanges', { created: list(text()), deleted: list(text()) })),
});
export type ConfigPush = ValueOf<typeof configPushMessage>;
