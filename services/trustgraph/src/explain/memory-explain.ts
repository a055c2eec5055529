import type { RecalledMemory } from '@agent-mem/agent-loop';
import type { RunNames } from '@agent-mem/trustgraph';
import { type Explained, subject, vocabulary } from './explain.ts';

/** Of what no vocabulary of TrustGraph's has a word for. */
const own = 'urn:agent-mem:';
const longestLine = 300;

/** What was recalled for a question, as a text to read: an item a line. */
export function memoryText({
  profile,
  facts,
  episodes,
  summary,
  sessions = [],
  otherSessions = [],
  tiers,
}: RecalledMemory): string {
  const parts = [
    ...(profile ? [section('Profile', profile.text.split('\n'), null)] : []),
    section(
      'Facts',
      facts.map(({ id, content }) => `${content} [${id}]`),
      tiers.facts.error,
    ),
    section(
      'Episodes',
      episodes.map(({ id, goal, outcome }) => `${goal}: ${outcome} [${id}]`),
      tiers.episodes.error,
    ),
    section(
      'Conversation',
      [
        ...(summary ? [summary] : []),
        ...[...sessions, ...otherSessions].flatMap(({ heading, lines }) =>
          lines.map(({ role, content }) => `${role}: ${content} (${heading})`),
        ),
      ],
      tiers.conversation.error,
    ),
  ];
  return parts.join('\n');
}

/**
 * What was recalled, as a step of its own beside the chain of steps: it follows from the question and nothing follows from it, for clients stop at what they do not know. It is an
 * observation to them, and its text the librarian's document of the same name.
 */
export function memoryExplained(
  names: RunNames,
  { facts, episodes, tiers, ids, ms }: RecalledMemory,
  isStored: boolean,
): Explained {
  const { prov, tg, label } = vocabulary;
  const about = subject(names.memory);
  const away = Object.entries(tiers).filter(([, { error }]) => error !== null);
  return {
    id: names.memory,
    triples: [
      ...about.types(`${prov}Entity`, `${tg}Observation`, `${own}MemoryRetrieval`),
      about.says(label, 'Memory'),
      about.links(`${prov}wasDerivedFrom`, names.session),
      ...(isStored ? [about.links(`${tg}document`, names.memory)] : []),
      about.says(`${own}profile`, String(tiers.profile?.items.length ?? 0)),
      about.says(`${own}facts`, String(facts.length)),
      about.says(`${own}episodes`, String(episodes.length)),
      about.says(`${own}conversation`, String(tiers.conversation.items.length)),
      about.says(`${own}durationMs`, String(ms)),
      ...ids.map((id) => about.says(`${own}recalled`, id)),
      ...away.map(([tier, { error }]) => about.says(`${own}missing`, `${tier}: ${error}`)),
    ],
  };
}

function section(title: string, items: readonly string[], error: string | null): string {
  if (error !== null) return `${title}: missing (${error})`;
  if (items.length === 0) return `${title}: none`;
  const lines = items.map((item) => `- ${[...item.replace(/\s+/g, ' ')].slice(0, longestLine).join('')}`);
  return [`${title}:`, ...lines].join('\n');
}
