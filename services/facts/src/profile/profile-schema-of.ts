import type { Scope } from '@agent-mem/contract';
import { type ProfileSchema, profileSchemaOf, type RuleSource, readScopeRules } from '@agent-mem/policy';

/** The schema of the profile that holds for a scope. One that only a later version can read is no schema here. */
export async function profileSchema(source: RuleSource, scope: Scope): Promise<ProfileSchema> {
  const { profileSchema: text } = await readScopeRules(source, scope, null);
  try {
    return profileSchemaOf(text);
  } catch {
    return profileSchemaOf(null);
  }
}
