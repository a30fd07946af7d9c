type Answer = (isConfirmed: boolean) => void
let answerCallback: Answer | null = null
const listeners = new Set<() => void>()
const setAnswer = (next: Answer | null) => {
  answerCallback = next
  for (const listener of listeners) listener()
}

let pendingQuestion: Promise<boolean> | null = null

/**
 * Opens the shell's dialog for the second factor. Resolves to true when the operator has confirmed. Calls that need it
 * at the same time share one dialog.
 */
export function confirmAgain(): Promise<boolean> {
  pendingQuestion ??= new Promise<boolean>(setAnswer).finally(() => {
    pendingQuestion = null
  })
  return pendingQuestion
}

/** For the dialog. */
export const confirmation = {
  isAsked: () => answerCallback !== null,
  /** Answers those that wait, if any. */
  end(isConfirmed: boolean) {
    answerCallback?.(isConfirmed)
    setAnswer(null)
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
