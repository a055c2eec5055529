import { conceptsOf } from '../../question/concepts.ts';

const naming =
  /^(.{2,60}?)(?:['’]s name is|(?: is|['’]s)(?: now)? (?:called|named)| name is(?: now)?) (\p{Lu}[\p{L}\d'’-]*(?: \p{Lu}[\p{L}\d'’-]*)?)(?=$|[,.;!]| (?:now|and|not|instead)\b)/iu;

/** A fact with another name in place of the one that it gives: "the plumber is called Gavin" of "The plumber's name is Gareth". `null`: the clause names nothing that the fact names. */
export function renamed(content: string, clause: string): string | null {
  const before = naming.exec(content);
  const [, what = '', name = ''] = naming.exec(clause) ?? [];
  const [, of = '', old = ''] = before ?? [];
  const [said, known] = [conceptsOf(what).filter((each) => each !== 'name'), conceptsOf(of).filter((each) => each !== 'name')];
  if (name === '' || old === '' || name === old || said.length === 0 || said.join() !== known.join()) return null;
  return content.replace(old, name);
}
