import { subjectWords } from './subject-words.ts';

const { income, debts, taxes, religion, politics, sports, music, books } = subjectWords;

/** What categories are known by, in English, German, French, Spanish and Portuguese. A star stands for any ending. Health has detectors of its own beside these. */
export const categoryWords = {
  health:
    'health|healthy|ill|illness*|disease*|sick*|doctor*|hospital*|medical*|medicine*|symptom*|therap*|injur*|pain|gesundheit*|krank*|arzt|ärztin|médecin|malad*|santé|salud|enferm*|médico*|saúde|doença*',
  finance: `${income}|${debts}|${taxes}|money|bank*|invest*|savings|budget*|insurance|stocks?|shares|crypto*|bitcoin*|rent|dollars?|euros?|pounds|pays|paid|geld|miete|argent|loyer|dinero|alquiler|dinheiro|aluguel`,
  work: 'work|works|worked|working|job*|employ*|boss|manager*|colleague*|coworker*|career*|profession*|company|office|engineer*|developer*|teacher*|nurse*|freelanc*|hired|fired|promot*|intern|internship|team|project*|arbeit*|beruf*|chef*|kolleg*|firma|travail*|emploi*|patron*|collègue*|entreprise|trabaj*|empleo|jefe*|empresa|trabalh*|emprego|patrão|colega*',
  education:
    'school*|universit*|college*|stud(?:y|ies|ied|ying|ent|ents)|degree*|course*|exam*|lecture*|class|classes|thesis|phd|diploma*|graduat*|schule*|studi*|uni|prüfung*|école*|étud*|cours|examen*|escuela*|universidad*|estudi*|escola*|faculdade*|estud*|exame*',
  family:
    'family|families|wife|husband|spouse|mother*|father*|mom|mum|dad|parent*|son|sons|daughter*|child|children|kid|kids|baby|brother*|sister*|sibling*|grand\\w+|aunt*|uncle*|cousin*|nephew*|niece*|familie*|frau|mann|mutter|vater|eltern|sohn|tochter|kind|kinder|bruder|schwester|oma|opa|famille*|femme|mari|mère|père|fils|fille|enfant*|frère*|sœur*|familia*|esposa|esposo|marido|madre|padre|hijo*|hija*|hermano*|hermana*|família*|mulher|mãe|pai|filho*|filha*|irmão*|irmã*',
  relationships:
    'friend*|girlfriend*|boyfriend*|partner*|fiancé*|dating|date|married|marri*|divorc*|engaged|single|neighbou?r*|ex|freund*|verheiratet|geschieden|verlobt|ami|amie|amis|copain|copine|marié*|divorcé*|amigo*|amiga*|novio*|novia*|casad*|divorciad*|namorad*|noiv*|vizinh*',
  location:
    'live|lives|lived|living|home|house|apartment|flat|moved|moves|moving|address*|street*|city|town|village|country|located|resid*|based in|born in|grew up|from|neighbou?rhood*|wohn*|umgezogen|zuhause|stadt|straße*|habit*|déménag*|ville|rue|vive|vivo|vivir|mudó|ciudad|calle|mora|moro|mora em|mudou|cidade|rua',
  contact:
    'e-?mail*|mail|phone*|mobile|telephone*|telefon*|number|contact*|handy*|téléphone*|correo|teléfono*|telefone*|telemóvel',
  identity:
    'name|names|named|called|age|aged|years old|birthday*|born|birth|gender|nationalit*|citizen*|heißt|name|alter|geburtstag*|geboren|nom|prénom|âge|anniversaire|appelle|nombre|edad|cumpleaños|llama|nome|idade|aniversário|chama',
  preferences:
    'like|likes|liked|love|loves|prefer*|favou?rite*|enjoy*|hate|hates|dislike*|fan|want|wants|mag|liebt|bevorzug*|lieblings*|hasst|aime*|préfère*|préféré*|déteste*|gusta*|prefiere*|favorit*|odia|gosta*|prefere*|adora*|odeia',
  food: 'eat|eats|eating|food*|drink*|cook*|meal*|breakfast|lunch|dinner|vegetarian*|vegan*|coffee|tea|wine|beer|restaurant*|recipe*|diet*|isst|trinkt|essen|kaffee|tee|wein|bier|mange*|boit|nourriture|café|thé|vin|bière|come|bebe|comida*|vino|cerveza|bebida*|vinho|cerveja',
  leisure: `${sports}|${music}|${books}|hobby|hobbies|play|plays|playing|game|games|gaming|chess|film*|movie*|garden*|paint*|spielt|joue*|juega*|joga*`,
  travel:
    'travel*|trip*|flight*|fly|flies|flew|hotel*|vacation*|holiday*|visit*|airport*|passport*|tour*|reis*|flug*|urlaub*|voyag*|vol|vacances|viaj*|viaje*|vuelo*|vacaciones|viagem|viagens|voo|férias',
  plans:
    'plan|plans|planned|planning|will|going to|appointment*|meeting*|deadline*|schedul*|calendar*|tomorrow|next week|next month|next year|soon|termin*|morgen|nächste\\w*|rendez-vous|demain|prochain*|cita|mañana|próxim*|compromisso*|amanhã',
  beliefs: `${religion}|${politics}`,
  sexuality:
    'sexual*|sex|gay|lesbian*|bisexual*|homosexual*|heterosexual*|transgender|trans|queer|asexual*|schwul|lesbisch|homosexuel*|gai|lesbienne*|lesbiana*|homossexual*|lésbica*',
  legal:
    'lawyer*|lawsuit*|sued|sues|court|judge|convict*|arrest*|prison|jail|crime*|criminal*|police|probation|visa|anwalt|anwältin|klage|gericht|gefängnis|polizei|avocat*|procès|tribunal|abogad*|juicio|cárcel|policía|advogad*|prisão|polícia',
} as const;

/** A category that is known by words. */
export type Category = keyof typeof categoryWords;
