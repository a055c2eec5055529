import { rememberLately } from '@agent-mem/contract';
import type { ComparedFact } from '../fact/compared-fact.ts';
import { inEnglish } from '../languages/in-english.ts';
import { clausesSaid } from './clauses-said.ts';
import { carTopics } from './possession-topics.ts';
import { slotTopics } from './slot-topics.ts';
import { lately, readStatement } from './statement-reading.ts';
import { isOne, isSimple, type Topic, topicOfText } from './statement-topic.ts';
import { statementWords } from './statement-words.ts';
import { whenTopics } from './when-topics.ts';

/** Of these a subject may have many at a time, so that another object takes nothing away. */
const many: ReadonlySet<string> = new Set(
  `likes loves enjoys hates dislikes knows speaks has owns plays visited uses reads eats drinks follows supports studies includes contains
   mentions attended met bought watched wrote said wants needs believes is are was related_to part_of member_of friend friends friend_of child
   children has_child parent parent_of has_parent sibling siblings brother sister colleague pet pets has_pet hobby hobbies interest interests
   allergy allergies allergic_to allergic is_allergic_to prefers studies drives skill skills language languages tag tags`
    .split(/\s+/)
    .map((name) => statementWords(name).join(' ')),
);

/** Who also works at Lidl works elsewhere too. */
const another = / (?:also|as well)(?= |$)/;

/** In characters. What is longer is about no single thing, and is not looked through for one. */
const longest = 1_000;

/** What a fact is about, with what each of its clauses is: of each of these one thing alone is true. */
export function topicsOf(fact: Pick<ComparedFact, 'content' | 'subject' | 'predicate' | 'object'>): readonly Topic[] {
  return [...ownTopics(fact), ...clausesSaid(inEnglish(fact.content)).flatMap(topicsOfText)];
}

/** What a fact is about as a whole, as its subject and predicate say and as its words do. */
export function ownTopics(fact: Parameters<typeof topicsOf>[0]): readonly Topic[] {
  const said = saidTopic(fact);
  return [...(said === null ? [] : [said]), ...topicsOfText(inEnglish(fact.content))];
}

/** What a statement or a clause is about by its words. */
export const topicsOfText: (text: string) => readonly Topic[] = rememberLately(newTopics, lately);

function newTopics(text: string): readonly Topic[] {
  if (text.length > longest || another.test(text)) return [];
  const { core, words, polarity } = readStatement(text);
  const topic = topicOfText(text);
  if (polarity === null || !isSimple(text, words)) return topic === null ? [] : [topic];
  return [...(topic === null ? [] : [topic]), ...whenTopics(core), ...slotTopics(core), ...carTopics(text)];
}

function saidTopic({ content, subject, predicate, object }: Parameters<typeof topicsOf>[0]): Topic | null {
  if (subject === null || predicate === null || another.test(content)) return null;
  const relation = readStatement(predicate).core;
  const about = statementWords(subject);
  if (relation.length === 0 || many.has(relation.join(' ')) || !isOne(about)) return null;
  return {
    key: JSON.stringify(['said', about, relation]),
    value: statementWords(object || content),
    isWhole: false,
    liked: null,
  };
}
