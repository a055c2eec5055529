/** What may be read and stored: settings of a scope, and the screening of texts. */

export { isNeverLearned, type LearningSettings, learningSentences, mayBeLearned } from './categories/learning-settings.ts';
export { type ProfileField, type ProfileSchema, profileSchemaOf } from './profile/profile-schema.ts';
export { type PieceScreen, screenPieces } from './screen-pieces.ts';
export {
  type Screened,
  SensitiveDataRefused,
  screenDocument,
  screenElement,
  screenEvent,
  screenRequest,
  screenText,
  whatLooksLike,
} from './screening.ts';
export { type DefaultSettings, defaultSettingsOf, settingsVariables } from './settings/default-settings.ts';
export { allScopes } from './settings/known-scopes.ts';
export { erasedSince, isErased, meetPurges, type PurgeLine, purgeLinesOf } from './settings/purge-lines.ts';
export { conversationHash, purgedReplyId, purgeMarkId, purgeNoteId } from './settings/purge-mark-ids.ts';
export { type GoingMemory, goingId, goingOf, goingProperties, isGoing, readGoing } from './settings/purges-under-way.ts';
export {
  effectiveRules,
  holdsNoMemory,
  isUserScope,
  memoryIsOff,
  type RuleSource,
  readScopeRules,
  type ScopeRules,
  settingsId,
  userScope,
} from './settings/scope-rules.ts';
export {
  allowing,
  completePolicy,
  mayRefuse,
  redactingOnly,
  refuses,
  type SensitiveAction,
  type SensitivePolicy,
} from './settings/sensitive-policy.ts';
export { storedPurgeMark, storedSettings } from './settings/stored-settings.ts';
