import { text } from '@agent-mem/runtime';

/** What can be set about webhooks. */
export const variables = {
  WEBHOOKS_FILE: text({
    meaning:
      'File in YAML whose block webhooks: names the addresses that get events; empty: the settings file, if it has that block',
    default: '',
  }),
};
