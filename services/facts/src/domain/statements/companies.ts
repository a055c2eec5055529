import { anyOf } from './word-table.ts';

/** Companies that one is a customer of, by what they are to one: none of them is a place, nor a word that means something else. */
export const companies: Readonly<Record<string, string>> = {
  bank: `Barclays | HSBC | NatWest | Monzo | Revolut | Lloyds | TSB | Citibank | Wells Fargo | Bank of America | Commerzbank
    Deutsche Bank | Sparkasse | Volksbank | Postbank | ING | DKB | N26 | Comdirect | Targobank | BNP Paribas | Société Générale | Crédit Agricole
    Crédit Mutuel | Boursorama | BBVA | CaixaBank | Bankinter | Millennium BCP | Novobanco | Nubank | Itaú | Bradesco | UBS | Raiffeisen | Rabobank | Bunq`,
  provider: `O2 | EE | Vodafone | T-Mobile | Telekom | Verizon | AT&T | giffgaff | BT | Virgin Media | Comcast | Xfinity | 1&1 | Congstar | SFR
    Bouygues | Movistar | Telefónica | Telefonica | Swisscom | Tele2 | Telia | E.ON | EDF | British Gas | Vattenfall | Enel | Iberdrola`,
  insurer: `AXA | Allianz | Aviva | Geico | State Farm | HUK | HUK-Coburg | AOK | TK | DAK | BARMER | Barmer | Ergo | Generali
    Zurich Insurance | Bupa | Aetna | Cigna | Mapfre | MAIF | MACIF | Groupama`,
};

const company = new RegExp(
  `^(?:the )?${anyOf(Object.values(companies).join(' | ').replaceAll('.', '\\.'))}(?![\\p{L}\\d-])`,
  'u',
);
/** "Kent Reliance Building Society", "Alpha Mobile": a name that says what it is. */
const saysKind =
  /^(?:the )?\p{Lu}.* (?:Bank|Mobile|Telecom|Insurance|Energy|Building Society|Credit Union|Broadband|Versicherung|Krankenkasse)\b/u;

/** Whether a text begins with the name of such a company. */
export function isCompany(text: string): boolean {
  return company.test(text) || saysKind.test(text);
}
