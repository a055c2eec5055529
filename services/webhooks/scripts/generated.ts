import { settingsSchema } from '../src/settings/index.ts';

/** The JSON Schema of the settings, as editors read it. */
export function generated(): ReadonlyMap<URL, string> {
  const file = new URL('../../../docs/reference/webhooks.schema.json', import.meta.url);
  return new Map([[file, `${JSON.stringify(settingsSchema, null, 2)}\n`]]);
}
