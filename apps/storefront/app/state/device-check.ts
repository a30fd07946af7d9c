import { createStore } from 'zustand/vanilla'

/** The call that waits until the member has confirmed this browser; null: none. */
export const deviceCheckStore = createStore<{ answer: ((isConfirmed: boolean) => void) | null }>(() => ({
  answer: null,
}))

let pendingCheck: Promise<boolean> | null = null

/** Asks for the code, once for all calls that wait; false: the member closed the dialog. */
export function confirmThisDevice(): Promise<boolean> {
  pendingCheck ??= new Promise<boolean>((resolve) => deviceCheckStore.setState({ answer: resolve })).finally(() => {
    pendingCheck = null
    deviceCheckStore.setState({ answer: null })
  })
  return pendingCheck
}
