import type { Detector } from './personal-finding.ts';

/** Conditions, treatments and states of the body, by the words for them in English, German, French, Spanish and Portuguese. A star stands for any ending. */
const words = {
  conditions:
    'diabet*|asthma*|asm[aá]tic*|asma|cancer*|cáncer|câncer|krebskrank*|leuk[aä]e?mi*|lymphoma*|tumou?rs?|hiv|aids|vih|hepatitis|epilep*|multiple sclerosis|multiple sklerose|arthriti*|migraine*|migräne*|migraña*|enxaqueca*|alzheimer*|parkinson*|dementia|demenz*|hypertension|hypertonie|hipertens*|endometriosis|thyroid*|anorexi*|bulimi*|insomnia|hiv-positive|heart disease|heart attack|herzinfarkt|celiac|coeliac|zöliakie|crohn*',
  allergies:
    'allerg*|alerg*|alérgic*|intoleran[ct]*|intoléran*|laktoseintolerant|(?:cannot|can.t|does not|doesn.t|do not|don.t) tolerate|verträg\\w* k?ein\\w*|(?:vertrage|verträgt) keine?n?',
  minds:
    'adhd|adhs|autis*|ptsd|bipolar*|schizophren*|depression|depressions|depressive|depresión|depressão|depressiv|anxiety disorder|panic attacks?',
  treatments:
    'insulin*|chemo|chemotherap*|dialysis|antidepressant*|medications?|medikamente?|medicación|medicação|prescribed|metformin|ibuprofen|prozac|sertraline|psychotherap*|surgery|operated on|physiotherap*|in therapy|sees? a therapist|rehab',
  states:
    'pregnan*|schwanger*|enceinte|embarazad*|grávida|miscarriage*|diagnos(?:ed|is|es)|diagnosti*|diagnostiziert|disabled|disability|wheelchair|blood pressure|blood sugar|blood type|blood group|blutdruck|cholesterol|cholesterin',
};
const health = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${Object.values(words).join('|').replaceAll('*', String.raw`[\p{L}]*`)})(?![\p{L}\p{N}])`,
  'giu',
);
/** The same word for something else: a job, a machine, a sport. */
const otherwise =
  /^(?:[ -](?:research\w*|charit\w+|foundation|clinic|ward|department|tests?|errors?|messages?|logs?|mode|script|tool|report)\b|\s+(?:the|this|that|a)\s+(?:bug|problem|issue|error|build|outage|server|leak))/iu;

/** What a text says of anybody's health. It goes by words: what they stand for in a sentence is not looked at. */
export const findHealth: Detector = function* find(text) {
  for (const { 0: word, index } of text.matchAll(health)) {
    const end = index + word.length;
    if (!otherwise.test(text.slice(end, end + 40))) yield { kind: 'health', start: index, end };
  }
};
