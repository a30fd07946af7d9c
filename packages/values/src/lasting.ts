/**
 * A question of the shop about how a customer uses a product (使い切る目安の質問). `days_percent`: how long one piece lasts
 * with this option, in percent of the standard estimate.
 */
export interface UsageQuestion {
  options: { option: string; days_percent: number }[]
  question: string
}

export const MAX_USAGE_QUESTIONS = 2

/** Returns how long one piece lasts for a customer with these answers, in percent of the standard estimate (目安). */
export const lastingDaysPercent = (questions: readonly UsageQuestion[], chosen: readonly (string | null)[]): number =>
  questions.reduce((percent, { options }, n) => {
    const found = options.find(({ option }) => option === chosen[n])
    return found ? (percent * found.days_percent) / 100 : percent
  }, 100)

/**
 * Returns the days that one piece lasts for a customer with these answers. `chosen`: one answer for each question, in
 * their order; null: not answered.
 */
export const estimateLastingDays = (
  lasting_days: number,
  questions: readonly UsageQuestion[],
  chosen: readonly (string | null)[],
): number => Math.max(1, Math.round((lasting_days * lastingDaysPercent(questions, chosen)) / 100))

/** 「1点でおよそ45日(毎日・ミディアムの目安)」: an estimate, never what a product does. */
export const lastingDaysText = (days: number, chosen: readonly (string | null)[]): string => {
  const words = chosen.filter((one) => one !== null)
  return `1点でおよそ${days}日(${words.length > 0 ? `${words.join('・')}の` : ''}目安)`
}
