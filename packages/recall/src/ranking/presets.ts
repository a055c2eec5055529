import type { RecallProfile } from './profile.ts';
import { agentCliProfile } from './profiles/agent-cli.ts';
import { episodesProfile } from './profiles/episodes.ts';
import { factsProfile } from './profiles/facts.ts';
import { messagesProfile } from './profiles/messages.ts';

/** What is recalled. */
export type RecallUse = 'messages' | 'facts' | 'episodes';

/** Names of presets. `default` is each use's own profile; the others are one profile for all. */
export const presetNames = ['default', 'agent-cli'] as const;
export type PresetName = (typeof presetNames)[number];

const ownProfiles: Readonly<Record<RecallUse, RecallProfile>> = {
  messages: messagesProfile,
  facts: factsProfile,
  episodes: episodesProfile,
};

/** The profile of a preset for what is recalled. */
export function presetProfile(preset: PresetName, use: RecallUse): RecallProfile {
  switch (preset) {
    case 'default':
      return ownProfiles[use];
    case 'agent-cli':
      return agentCliProfile;
    default:
      return preset satisfies never;
  }
}
