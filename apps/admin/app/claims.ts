import type { ApiError } from '@kushi/contract/client'

type Failures = Readonly<ApiError['fields']>

interface Question {
  failures: Failures
  answer(reason: string | null): void
}

let question: Question | null = null
const listeners = new Set<() => void>()
const setQuestion = (next: Question | null) => {
  question = next
  for (const listener of listeners) listener()
}

/** Opens the shell's dialog for words that a law restricts. Resolves to the reason to keep them; null: not kept. */
export const requestReason = (failures: Failures): Promise<string | null> =>
  new Promise((answer) => setQuestion({ failures, answer }))

/** For the dialog. */
export const claimQuestion = {
  current: () => question,
  end(reason: string | null) {
    question?.answer(reason)
    setQuestion(null)
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
