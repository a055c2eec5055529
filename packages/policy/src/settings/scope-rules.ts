import { OperationError, type Scope, scopeOf } from '@agent-mem/contract';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { type LearningSettings, learnsAnything } from '../categories/learning-settings.ts';
import type { DefaultSettings } from './default-settings.ts';
import { type PurgeLine, purgeLinesOf } from './purge-lines.ts';
import { conversationHash, purgedReplyId, purgeMarkId } from './purge-mark-ids.ts';
import { type GoingMemory, goingId, goingOf } from './purges-under-way.ts';
import type { SensitiveAction } from './sensitive-policy.ts';
import { storedSettings } from './stored-settings.ts';

/** What holds for a request or an event: of its conversation, else its scope, else its user, else the fleet. */
export interface ScopeRules extends Omit<DefaultSettings, 'learnTokensPerDay' | 'profileSchema'> {
  /** Most tokens of models to learn by in a day in the scope; `null`: nothing was set. */
  readonly learnTokensPerDay: number | null;
  readonly learning: LearningSettings;
  /** JSON Schema of the user's profile, as JSON text; `null`: the default one. */
  readonly profileSchema: string | null;
  /** The purges of what a request or an event belongs to: what was sent before one of them is refused. */
  readonly purges: readonly PurgeLine[];
  /** What is being purged in the scope. */
  readonly going: readonly GoingMemory[];
}

/** What reading the rules needs. */
export interface RuleSource {
  readonly graph: Pick<Graph, 'get'>;
  readonly defaultSettings: DefaultSettings;
}

/** No caller can name it: names have no control characters. */
const userCollection = '\u001fuser';

/** Where the Graph keeps what holds for all collections of the scope's user. */
export function userScope({ workspace, user }: Scope): Scope {
  return scopeOf({ workspace, user, collection: userCollection });
}

/** Whether a scope is one of those that hold what holds for a user. */
export function isUserScope({ collection }: Scope): boolean {
  return collection === userCollection;
}

/** Whether a scope holds no memory: what holds for a user, or the fleet's keys. Nobody can ask for it. */
export function holdsNoMemory({ collection }: Scope): boolean {
  return collection.startsWith('\u001f');
}

/** The node with what was set in its scope, or for one conversation there, whose name stands as a hash: settings outlive a purge. */
export function settingsId(conversationId: string | null): string {
  return conversationId ? `settings:${conversationHash(conversationId)}` : 'settings';
}

/** Who reads the rules, and under which scope its effect will be stored. */
export interface RuleReader {
  readonly service: string;
  readonly effect: { readonly operation: string; readonly key: string } | null;
}

/** Reads what holds for a scope, and for a conversation in it. The Graph is asked twice, at once. */
export async function readScopeRules(
  { graph, defaultSettings }: RuleSource,
  scope: Scope,
  conversationId: string | null,
  reader: RuleReader | null = null,
): Promise<ScopeRules> {
  const marks = (conversation: string | null) => [
    purgeMarkId(conversation),
    ...(reader ? [purgeMarkId(conversation, reader.service)] : []),
  ];
  const wide = [settingsId(null), goingId, ...marks(null)];
  const narrow = [
    ...(conversationId ? [settingsId(conversationId), ...marks(conversationId)] : []),
    ...(reader?.effect ? [purgedReplyId(reader.effect.operation, reader.effect.key)] : []),
  ];
  const [ofUser, ofScope] = await Promise.all([graph.get(userScope(scope), wide), graph.get(scope, [...wide, ...narrow])]);
  const purges = [...purgeLinesOf(userScope(scope), ofUser), ...purgeLinesOf(scope, ofScope)];
  return {
    ...effectiveRules(defaultSettings, [...ofUser, ...wideFirst(ofScope)]),
    purges,
    going: [...ofUser, ...ofScope].flatMap(goingOf),
  };
}

/** What these settings come to: the later are stronger. */
export function effectiveRules(
  defaults: DefaultSettings,
  widestFirst: readonly GraphNode[],
): Omit<ScopeRules, 'purges' | 'going'> {
  let { memory, sensitiveData, personalData } = defaults;
  let learnTokensPerDay: number | null = null;
  let learning = learnsAnything;
  let profileSchema = defaults.profileSchema ?? null;
  for (const { status, properties } of widestFirst) {
    if (status !== 'ACTIVE') continue;
    const set = storedSettings.read(properties);
    // A later version may have stored a word that is unknown here.
    if (set.memory === 'on' || set.memory === 'off') memory = set.memory;
    sensitiveData = actionOf(set.sensitive_data) ?? sensitiveData;
    personalData = actionOf(set.personal_data) ?? personalData;
    learnTokensPerDay = set.learn_tokens_per_day ?? learnTokensPerDay;
    profileSchema = set.profile_schema || profileSchema;
    learning = {
      instructions: set.learning_instructions || learning.instructions,
      keep: set.keep_categories.length > 0 ? set.keep_categories : learning.keep,
      never: [...new Set([...learning.never, ...set.never_categories])],
    };
  }
  return { memory, sensitiveData, personalData, learnTokensPerDay, learning, profileSchema };
}

function actionOf(set: string | null): SensitiveAction | null {
  return set === 'allow' || set === 'redact' || set === 'refuse' ? set : null;
}

/** The refusal of a write where memory is off. */
export function memoryIsOff(): OperationError {
  return new OperationError(
    'failed-precondition',
    'Memory is off for this user, scope or conversation: nothing is written (graph.update_settings turns it on)',
  );
}

function wideFirst(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return nodes.toSorted((a, b) => a.id.length - b.id.length);
}
