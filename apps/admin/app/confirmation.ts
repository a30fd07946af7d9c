type Answer = (isConfirmed: boolean) => void
let waiting: Answer | null = null
const listeners = new Set<() => void>()
const set = (next: Answer | null) => {
  waiting = next
  for (const listener of listeners) listener()
}

let asked: Promise<boolean> | null = null

/**
 * Opens the shell's dialog for the second factor. Resolves to true when the operator has confirmed. Calls that need it
 * at the same time share one dialog.
 */
export function confirmAgain(): Promise<boolean> {
  asked ??= new Promise<boolean>(set).finally(() => {
    asked = null
  })
  return asked
}

/** For the dialog. */
export const confirmation = {
  isAsked: () => waiting !== null,
  /** Answers those that wait, if any. */
  end(isConfirmed: boolean) {
    waiting?.(isConfirmed)
    set(null)
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
