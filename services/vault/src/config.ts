import { type ConfigOf, flag, text } from '@agent-mem/runtime';
import { readVaultScopes, type VaultScopes } from '@agent-mem/vault';

const scope = text({
  meaning:
    'Scope of the vault: workspace/user/collection, with its files in VAULT_DIR itself, or * for every scope, each in a folder of that name',
  default: 'default/default/default',
});

/** What can be set about the vault. */
export const variables = {
  VAULT_DIR: text({
    meaning: 'Folder with the memory as Markdown files, such as ./memory_db; empty: no files',
    default: '',
  }),
  START_WATCHER: flag({
    meaning:
      'Whether memory takes in what a person changes in the files of VAULT_DIR, also what changed while the process was off',
    default: false,
  }),
  ENABLE_GIT_VERSIONING: flag({
    meaning:
      'Whether the files of VAULT_DIR are committed to a git repository there: a commit for each turn, and for each fact that changes outside a turn',
    default: false,
  }),
  VAULT_SCOPE: { ...scope, parse: (value: string): VaultScopes => readVaultScopes(value) },
};

/** Their values. */
export type Config = ConfigOf<typeof variables>;
