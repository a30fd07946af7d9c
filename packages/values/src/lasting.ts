/** 使い切る目安の質問: a question of the shop's own. `days_percent`: how long a piece lasts for who chooses the option, of its 目安. */
export interface LastingQuestion {
  options: { option: string; days_percent: number }[]
  question: string
}

export const MAX_LASTING_QUESTIONS = 2

/** How long a piece lasts for who chose these options, in percent of its 目安. */
export const lastingPercent = (questions: readonly LastingQuestion[], chosen: readonly (string | null)[]): number =>
  questions.reduce((percent, { options }, n) => {
    const found = options.find(({ option }) => option === chosen[n])
    return found ? (percent * found.days_percent) / 100 : percent
  }, 100)

/** Days that one piece lasts for who chose these options. `chosen`: by question, in their order; null: not answered. */
export const lastingFor = (
  lasting_days: number,
  questions: readonly LastingQuestion[],
  chosen: readonly (string | null)[],
): number => Math.max(1, Math.round((lasting_days * lastingPercent(questions, chosen)) / 100))

/** 「1点でおよそ45日(毎日・ミディアムの目安)」: an estimate, never what a product does. */
export const lastingText = (days: number, chosen: readonly (string | null)[]): string => {
  const words = chosen.filter((one) => one !== null)
  return `1点でおよそ${days}日(${words.length > 0 ? `${words.join('・')}の` : ''}目安)`
}
