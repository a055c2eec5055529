const fence = '```';

/**
 * JSON of a value as models disfigure it, and how much of what it says is left: `all` of it, a `part`, or `nothing`.
 */
function disfiguredJson(value: unknown): readonly (readonly [name: string, answer: string, left: 'all' | 'part' | 'nothing'])[] {
  const json = JSON.stringify(value);
  const cut = (share: number) => json.slice(0, Math.floor(json.length * share));
  return [
    ['indented', JSON.stringify(value, null, 2), 'all'],
    ['in a fence', `${fence}json\n${json}\n${fence}`, 'all'],
    ['in a fence that does not end', `${fence}json\n${json}`, 'all'],
    ['between prose', `Sure! Here is the answer:\n${json}\nAnything else?`, 'all'],
    ['in a fence between prose', `Here you go:\n${fence}\n${json}\n${fence}\nI left out the greeting.`, 'all'],
    ['behind thinking', `<think>Perhaps {"task": false}, or [].</think>\n${json}`, 'all'],
    ['with a comma too many', json.replace(/([}\]])$/, ',$1'), 'all'],
    ['with numbers as texts', JSON.stringify(value, (_, each) => (typeof each === 'number' ? String(each) : each)), 'all'],
    ['cut behind its middle', cut(0.6), 'part'],
    ['cut at its beginning', cut(0.05), 'nothing'],
    ['as silence', '', 'nothing'],
    ['as null', 'null', 'nothing'],
    ['as prose', 'Sure! I will do that.', 'nothing'],
  ];
}

/**
 * The disfigurements of a value's JSON that a reader of models' answers does not stand: what is left of the value can be read and is not, or
 * what the plain JSON does not say is read.
 */
export function misread(value: unknown, read: (answer: string) => { readonly value: unknown } | { readonly unusable: string }) {
  const plain = read(JSON.stringify(value));
  const said = new Set(textsIn(plain));
  const isRight = (answer: string, left: 'all' | 'part' | 'nothing') => {
    const given = read(answer);
    if (left === 'all') return JSON.stringify(given) === JSON.stringify(plain);
    if ('unusable' in given) return true;
    return left === 'part' && textsIn(given.value).every((text) => said.has(text));
  };
  return disfiguredJson(value).flatMap(([name, answer, left]) => (isRight(answer, left) ? [] : [name]));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
