import { type ConfigOf, integer, text } from '@agent-mem/runtime';
import { profileSchemaOf } from '../profile/profile-schema.ts';
import type { SensitiveAction, SensitivePolicy } from './sensitive-policy.ts';

/** What holds where nothing was set. */
export interface DefaultSettings extends SensitivePolicy {
  readonly memory: 'on' | 'off';
  /** Most tokens of models to learn by in a day, in all scopes together; 0: any number. */
  readonly learnTokensPerDay: number;
  /** JSON Schema of profiles, as JSON text; absent: the default one. */
  readonly profileSchema?: string | null;
}

/** What can be set about it for a whole fleet. */
export const settingsVariables = {
  MEMORY: text({
    meaning: 'Whether memory is read and written, unless the user, scope or conversation has a setting: on or off',
    default: 'on',
    oneOf: ['on', 'off'],
  }),
  SENSITIVE_DATA: text({
    meaning:
      'What happens to secrets and numbers of cards and accounts before anything is stored, unless there is a nearer setting: allow, redact or refuse',
    default: 'redact',
    oneOf: ['allow', 'redact', 'refuse'],
  }),
  PERSONAL_DATA: text({
    meaning:
      'What happens to e-mails, phone numbers, postal addresses, numbers by which a state knows a person, and words on health before anything is stored, unless there is a nearer setting: allow, redact or refuse',
    default: 'allow',
    oneOf: ['allow', 'redact', 'refuse'],
  }),
  LEARN_TOKENS_PER_DAY: integer({
    meaning:
      'Most tokens that models may take in a day (UTC) to learn, in all scopes together; after that rules learn, and the models read the same texts later; 0: any number',
    unit: 'tokens',
    min: 0,
    max: 2_000_000_000,
    default: 0,
  }),
  PROFILE_SCHEMA: {
    meaning:
      "Fields of a user's profile, unless there is a nearer setting: a JSON Schema, as JSON, whose properties are the fields, each with a description; empty: name, language, places, people, work, preferences, instructions",
    unit: '',
    defaultText: '',
    parse(text: string): string {
      profileSchemaOf(text);
      return text;
    },
  },
};

/** The settings that a configuration asks for. Its values were checked when it was read. */
export function defaultSettingsOf(config: ConfigOf<typeof settingsVariables>): DefaultSettings {
  return {
    memory: config.MEMORY as DefaultSettings['memory'],
    sensitiveData: config.SENSITIVE_DATA as SensitiveAction,
    personalData: config.PERSONAL_DATA as SensitiveAction,
    learnTokensPerDay: config.LEARN_TOKENS_PER_DAY,
    profileSchema: config.PROFILE_SCHEMA || null,
  };
}
