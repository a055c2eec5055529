import type { Belief } from './belief.ts';
import { type Topic, topicOfText } from './statement-topic.ts';
import { statementWords } from './statement-words.ts';

/** Of these a subject may have many at a time, so that another object takes nothing away. */
const many: ReadonlySet<string> = new Set(
  `likes loves enjoys hates dislikes knows speaks has owns plays visited uses reads eats drinks follows supports studies includes contains
   mentions attended met bought watched wrote said wants needs believes is are was related_to part_of member_of friend friends friend_of child
   children has_child parent parent_of has_parent sibling siblings brother sister colleague pet pets has_pet hobby hobbies interest interests
   allergy allergies allergic_to allergic skill skills language languages tag tags`
    .split(/\s+/)
    .map((name) => statementWords(name).join(' ')),
);

/** What a fact is about: as its subject and predicate say, else as its words do. `null`: nothing of which one thing alone is true. */
export function topicOf(belief: Pick<Belief, 'content' | 'subject' | 'predicate' | 'object'>): Topic | null {
  const { content, subject, predicate, object } = belief;
  const read = topicOfText(content);
  if (subject === null || predicate === null) return read;
  const relation = statementWords(predicate);
  if (relation.length === 0 || many.has(relation.join(' '))) return read;
  const value = statementWords(object ?? content);
  return { key: JSON.stringify(['said', statementWords(subject), relation]), value, isWhole: false, liked: null };
}
