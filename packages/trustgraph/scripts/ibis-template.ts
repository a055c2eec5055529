/** A list of the variables of a prompt: what each of its items is called, and the members of one; none: it is a text. */
interface List {
  readonly item: string;
  readonly members: readonly string[];
}

const lists: Readonly<Record<string, List>> = {
  facts: { item: 'fact', members: ['id', 'content', 'timestamp'] },
  episodes: { item: 'episode', members: ['id', 'goal', 'steps', 'outcome', 'lessons'] },
  conversation: { item: 'invocation', members: ['query', 'summary', 'result'] },
  sessions: { item: 'session', members: ['heading', 'lines'] },
  other_sessions: { item: 'session', members: ['heading', 'lines'] },
  lines: { item: 'line', members: ['role', 'content'] },
  working_memory: { item: 'entry', members: ['type', 'content'] },
  tools: { item: 'tool', members: ['name', 'description', 'arguments'] },
  arguments: { item: 'argument', members: ['name', 'type', 'description'] },
  steps: { item: 'step', members: [] },
};

/**
 * A prompt of ours, in mustache, in the language of TrustGraph's prompt service (ibis, which is like Jinja). What stands above the line `---` comes
 * first, as the service's own system prompt is the deployment's. Throws for a section that is not closed.
 */
export function ibisTemplate(mustache: string): string {
  const open: (List | null)[] = [];
  const text = mustache
    .replace(/^---[ \t]*\n/m, '\n')
    // A tag of a section that has a line for itself takes the line with it.
    .replace(/^[ \t]*(\{\{[#^/][^}]*\}\})[ \t]*\n/gm, '$1')
    .replace(/\{\{([#^/]?)([^}]*)\}\}/g, (_tag, kind: string, name: string) => {
      const list = lists[name];
      if (kind === '^') {
        open.push(null);
        return `{% if not ${pathOf(name.replace(/^has_/, ''), open)} %}`;
      }
      if (kind === '#') {
        const path = pathOf(name.replace(/^has_/, ''), open);
        open.push(list ?? null);
        return list ? `{% for ${list.item} in ${path} %}` : `{% if ${path} %}`;
      }
      if (kind === '/') {
        const closed = open.pop();
        if (closed === undefined) throw new Error(`{{/${name}}} closes nothing`);
        return closed ? '{% endfor %}' : '{% endif %}';
      }
      return `{{${pathOf(name, open)}}}`;
    });
  if (open.length > 0) throw new Error('A section is not closed');
  return text;
}

/** A name in the innermost item that has it, else among the variables. */
function pathOf(name: string, open: readonly (List | null)[]): string {
  const items = open.filter((list) => list !== null).toReversed();
  if (name === '.') return items[0]?.item ?? name;
  const owner = items.find(({ members }) => members.includes(name));
  return owner ? `${owner.item}.${name}` : name;
}
