import { movables } from '../../statements/single-valued.ts';
import { statementWords } from '../../statements/statement-words.ts';
import { ofTheUser, type Statement } from './of-the-user.ts';

const prepositions = 'in|inside|into|under|underneath|behind|beside|below|above|on|onto|on top of|next to|at the back of';
/** "I put the passport in the drawer", "we've hidden the presents behind the boiler": a thing that is known, and a place that is one. */
const put = new RegExp(
  `^(?:[Ii]|[Ww]e)(?:'ve| have)? (?:just |already |now |finally |safely )*(put|placed|left|laid|hid|hidden|stored|stashed|locked|packed) (the|my|our) ((?:[\\p{Ll}-]+ ){1,4}?)(?:away )?(${prepositions}) ((?:the|my|our|an?) [\\p{L}' -]+)$`,
  'u',
);
/** "I moved the ladder from the shed to the garage". */
const moved =
  /^(?:[Ii]|[Ww]e)(?:'ve| have)? (?:just |now |finally )*(?:moved|put|transferred) (the|my|our) ((?:[\p{Ll}-]+ ){1,4}?)(?:from (?:the|my|our|an?) [\p{L}' -]+? )?(to|into|onto) ((?:the|my|our|an?) [\p{L}' -]+)$/u;
const when =
  / (?:yesterday|today|now|tonight|again|instead|for safety|last (?:night|week|month)|this (?:morning|afternoon|evening|week))$/;
/** Where things are put to stay. */
const storage =
  /\b(?:attic|loft|cellar|basement|garage|shed|drawer|cupboard|wardrobe|closet|cabinet|safe|box|tin|jar|chest|trunk|suitcase|locker|shelf|bookcase|desk|bed|mattress|doormat|mat|boiler|flowerpot|glove compartment|piano|sofa)s?$/;

/** Parts of texts and forms, which are put in boxes too. */
const written = /\b(?:answer|text|code|file|image|value|word|name|number|date|title|link|query|button|comment|tick|cross) $/;

/** Where a thing is that the writer put somewhere: "I put my passport in the drawer" says that it is in the drawer. */
export function placed(clause: string): Statement | null {
  const bare = clause.replace(when, '').replace(when, '');
  const [, , whose = '', thing = '', preposition = '', place = ''] = put.exec(bare) ?? [];
  if (thing !== '' && (isMovable(thing) || (storage.test(place) && !written.test(thing))))
    return state(whose, thing, preposition, place);
  const [, owner = '', what = '', to = '', where = ''] = moved.exec(bare) ?? [];
  return isMovable(what) ? state(owner, what, to, where) : null;
}

function state(whose: string, thing: string, preposition: string, place: string): Statement {
  const at =
    preposition === 'onto'
      ? 'on'
      : /^(?:to|into)$/.test(preposition)
        ? /^the (?:top|bottom|back) of /.test(place)
          ? 'at'
          : 'in'
        : preposition;
  const noun = thing.trim();
  const text = `${whose} ${noun} ${isMany(noun) ? 'are' : 'is'} ${at} ${place}`;
  return { text: ofTheUser(text), subject: null };
}

function isMovable(thing: string): boolean {
  return movables.has(statementWords(thing).at(-1) ?? '');
}

function isMany(noun: string): boolean {
  return /[^s]s$/.test(noun);
}
