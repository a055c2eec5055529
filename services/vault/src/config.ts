import { type ConfigOf, flag, text } from '@agent-mem/runtime';
import { readVaultScopes, type VaultScopes } from '@agent-mem/vault';

const scope = text({
  meaning:
    'Whose memory the vault holds: workspace/user/collection, whose files lie in VAULT_DIR itself, or * for every scope, each in a folder of its own of that form',
  default: 'default/default/default',
});

/** What can be set about the vault. */
export const variables = {
  VAULT_DIR: text({
    meaning: 'Folder in which memory also lies as Markdown files, such as ./memory_db; empty: no files are written',
    default: '',
  }),
  START_WATCHER: flag({
    meaning:
      'Whether what a person changes in the files of VAULT_DIR is taken into memory, also what was changed while the process was off',
    default: false,
  }),
  ENABLE_GIT_VERSIONING: flag({
    meaning:
      'Whether the files of VAULT_DIR are committed to a git repository there: a commit for each turn, and for each fact that changes outside of one',
    default: false,
  }),
  VAULT_SCOPE: { ...scope, parse: (value: string): VaultScopes => readVaultScopes(value) },
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
