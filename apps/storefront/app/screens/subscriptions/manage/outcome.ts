/** The message after a change. */
export interface Outcome {
  tone: 'leaf' | 'warning' | 'danger'
  text: string
}

export const done = (text: string): Outcome => ({ tone: 'leaf', text })
