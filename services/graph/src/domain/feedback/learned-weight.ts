/** How far one reward takes the weight. */
const rate = 0.75;

/**
 * The weight of an edge `answered_by` after a reward, both −1 to 1: most of the way to the reward. A reward above 0 never lowers it and one
 * below 0 never raises it, so that a weak signal takes nothing from a strong one.
 */
export function learnedWeight(weight: number, reward: number): number {
  if (reward === 0 || (reward > 0 ? weight >= reward : weight <= reward)) return weight;
  return weight + rate * (reward - weight);
}
