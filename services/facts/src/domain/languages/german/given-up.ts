/** What people drink or eat, with "no" before it. */
const drinks = {
  Kaffee: 'keinen',
  Alkohol: 'keinen',
  Tee: 'keinen',
  Wein: 'keinen',
  Bier: 'kein',
  Cola: 'keine',
  Milch: 'keine',
};
const food = {
  Fleisch: 'kein',
  Fisch: 'keinen',
  Zucker: 'keinen',
  Süßigkeiten: 'keine',
  Schokolade: 'keine',
  Gluten: 'kein',
  Weizen: 'keinen',
};
const consumed: ReadonlyMap<string, string> = new Map([
  ...Object.entries(drinks).map(([what, no]) => [what, `ich trinke ${no} ${what} mehr`] as const),
  ...Object.entries(food).map(([what, no]) => [what, `ich esse ${no} ${what} mehr`] as const),
  ...['Rauchen', 'rauchen', 'Zigaretten'].map((what) => [what, 'ich rauche nicht mehr'] as const),
]);
const what = [...consumed.keys()].join('|');
const stopped = new RegExp(
  `^[Ii]ch (?:habe|hab) (?:(?:endlich|jetzt|vor \\p{L}+ \\p{L}+|letzt\\p{L}+ \\p{L}+) )?(?:(?:mit )?(?:dem |der |den |das |die )?(${what}) (?:aufgehört|aufgegeben)|aufgehört,? (?:(${what}) )?zu (?:rauchen|trinken|essen)|aufgehört mit (?:dem |der |den )?(${what}))$`,
  'u',
);

/** "Ich habe mit dem Kaffee aufgehört" as what is so now: "ich trinke keinen Kaffee mehr". */
export function plainlyGivenUp(sentence: string): string {
  const [, one, other = one, another = other] = stopped.exec(sentence) ?? [];
  const given = another ?? (/^ich hab.* aufgehört,? zu rauchen$/i.test(sentence) ? 'rauchen' : '');
  return consumed.get(given) ?? sentence;
}
