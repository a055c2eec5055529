const drinks = 'café|alcool|thé|vin|bière|lait|soda|coca';
const food = 'viande|poisson|sucre|gluten|chocolat|pain';
const given =
  "^j'ai (?:(?:enfin|complètement|définitivement) )?(?:arrêté|abandonné|laissé tomber) (?:de (?:boire|manger|prendre) )?(?:du |de la |de l'|de |d'|le |la |l'|les )?";
const drunk = new RegExp(`${given}(${drinks})$`, 'iu');
const eaten = new RegExp(`${given}(${food})$`, 'iu');
const smoked = new RegExp(`${given}fumer$`, 'iu');

/** "J'ai arrêté le café" as what is so now: "je ne bois plus de café". */
export function plainlyGivenUp(sentence: string): string {
  return sentence
    .replace(drunk, (_, what: string) => `je ne bois plus ${of(what)}`)
    .replace(eaten, (_, what: string) => `je ne mange plus ${of(what)}`)
    .replace(smoked, 'je ne fume plus');
}

function of(what: string): string {
  return /^[aeiouéh]/i.test(what) ? `d'${what}` : `de ${what}`;
}
