import { type ConfigOf, text } from '@agent-mem/runtime';

/** What may be done with secrets and numbers of cards and accounts before anything is stored. */
export type SensitivePolicy = 'allow' | 'redact' | 'refuse';

/** What holds where nothing was set. */
export interface DefaultSettings {
  readonly memory: 'on' | 'off';
  readonly sensitiveData: SensitivePolicy;
}

/** What can be set about it for a whole fleet. */
export const settingsVariables = {
  MEMORY: text({
    meaning: 'Whether memory is read and written where nothing was set for the user, scope or conversation: on or off',
    default: 'on',
    oneOf: ['on', 'off'],
  }),
  SENSITIVE_DATA: text({
    meaning:
      'What happens to secrets and numbers of cards and accounts before anything is stored, where nothing was set: allow, redact or refuse',
    default: 'redact',
    oneOf: ['allow', 'redact', 'refuse'],
  }),
};

/** The settings that a configuration asks for. Its values were checked when it was read. */
export function defaultSettingsOf(config: ConfigOf<typeof settingsVariables>): DefaultSettings {
  return {
    memory: config.MEMORY as DefaultSettings['memory'],
    sensitiveData: config.SENSITIVE_DATA as SensitivePolicy,
  };
}
