type Answer = (isConfirmed: boolean) => void
let waiting: Answer | null = null
const listeners = new Set<() => void>()
const set = (next: Answer | null) => {
  waiting = next
  for (const listener of listeners) listener()
}

/** Asks for the second factor, by the dialog that the shell holds; true once it was given. */
export const confirmAgain = (): Promise<boolean> => new Promise((resolve) => set(resolve))

/** For that dialog: who waits for an answer. */
export const confirmation = {
  waiting: () => waiting,
  end: () => set(null),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
