const drinks = 'café|álcool|chá|vinho|cerveja|leite|refrigerantes?';
const food = 'carne|peixe|açúcar|glúten|chocolate|pão|doces';
const given = '^(?:eu )?(?:já )?(?:parei|deixei|larguei) (?:com )?(?:de (?:beber|tomar|comer) )?(?:o |a |os |as )?';
const drunk = new RegExp(`${given}(${drinks})$`, 'iu');
const eaten = new RegExp(`${given}(${food})$`, 'iu');
const smoked = /^(?:eu )?(?:já )?(?:parei|deixei|larguei) (?:de fumar|o tabaco|o cigarro|os cigarros)$/iu;

/** "Deixei o café" as what is so now: "já não bebo café". */
export function plainlyGivenUp(sentence: string): string {
  return sentence.replace(drunk, 'já não bebo $1').replace(eaten, 'já não como $1').replace(smoked, 'já não fumo');
}
