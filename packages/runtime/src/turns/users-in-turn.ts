import { BoundedMap, type Scope } from '@agent-mem/contract';

/** Work of a user that waits. */
export interface InTurn {
  readonly scope: Scope;
  /** Sorts by the time of arrival. */
  readonly arrival: string;
}

/** Whose turn it is, user by user: the much work of one user holds up no other user's. */
export interface UsersInTurn {
  /** The one whose user had a turn longest ago; of these the oldest. `null`: none waits. */
  next<Who extends InTurn>(waiting: Iterable<Who>): Who | null;
  /** Notes that this user has a turn now. */
  given(scope: Scope): void;
}

/** Users whose last turn is known; any other counts as one that had none. */
const mostUsers = 10_000;

/** Begins with nobody's turn. */
export function createUsersInTurn(): UsersInTurn {
  const turns = new BoundedMap<string, number>(mostUsers);
  let given = 0;
  const turnOf = ({ scope }: InTurn) => turns.get(userOf(scope)) ?? 0;
  const isBefore = (one: InTurn, other: InTurn) => {
    const byTurn = turnOf(one) - turnOf(other);
    return byTurn === 0 ? one.arrival < other.arrival : byTurn < 0;
  };
  return {
    next<Who extends InTurn>(waiting: Iterable<Who>): Who | null {
      let first: Who | null = null;
      for (const each of waiting) if (!first || isBefore(each, first)) first = each;
      return first;
    },
    given(scope) {
      const user = userOf(scope);
      given += 1;
      // Put in last: the map drops the user whose turn is longest ago.
      turns.delete(user);
      turns.set(user, given);
    },
  };
}

/** The user whose work this is, whatever its collection. */
export function userOf({ workspace, user }: Scope): string {
  return JSON.stringify([workspace, user]);
}
