/** Cypher that reads and writes nothing outside of `$scope`. Only `scoped` makes one. */
export interface ScopedStatement {
  readonly text: string;
  readonly isScoped: true;
}

/** Cypher for maintenance, which looks across scopes. Only `acrossScopes` makes one. */
export interface MaintenanceStatement {
  readonly text: string;
  readonly isScoped: false;
}

/**
 * Every statement about a scope is made here. Throws, when its module is loaded, unless each pattern names a label of ours and binds
 * it to `$scope`: a forgotten scope would show one user's memory to another, and a forgotten label touch somebody else's data.
 */
export function scoped(text: string): ScopedStatement {
  const unscoped = /:(?:AgentMem|AGENT_MEM)\w+(?!\w|\(| \{scope: \$scope[,}])/.exec(withoutHints(text));
  if (unscoped) throw new Error(`${unscoped[0]} is not bound to {scope: $scope} in: ${text}`);
  checkLabels(text);
  return { text, isScoped: true };
}

/** A statement of maintenance: what it touches has labels of ours, in any scope. */
export function acrossScopes(text: string): MaintenanceStatement {
  checkLabels(text);
  return { text, isScoped: false };
}

/** A pattern that is searched for must name a label at each of its nodes: one without matches everything in the database. */
function checkLabels(text: string): void {
  for (const [clause] of text.matchAll(/\b(?:MATCH|MERGE) .*?(?= CREATE |\n|$)/g)) {
    const bare = /(?:(?:MATCH|MERGE) |[->])\(\w*(?!\w|:AgentMem)/.exec(clause);
    if (bare) throw new Error(`A node without a label of ours is searched for in: ${clause}`);
  }
}

function withoutHints(text: string): string {
  return text.replace(/USING INDEX [^)]*\)/g, '');
}
