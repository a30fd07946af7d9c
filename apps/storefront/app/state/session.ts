import type { Customer } from '@kushi/contract/customer'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface SessionState {
  /** undefined until the first navigation has asked; null: a guest. */
  customer: Customer | null | undefined
  /** A subscription's payment failed: the menu says so in red. */
  has_error_payment: boolean
  /** The member pressed logout; the guard's last step does it. */
  is_leaving: boolean
}

/** Who is here. Written by `auth.ts` and the guard only. */
export const sessionStore = createStore<SessionState>(() => ({
  customer: undefined,
  has_error_payment: false,
  is_leaving: false,
}))

/** Over when it is known who is here: before that LINE may not be there yet either. */
export const visitorKnown = () =>
  new Promise<void>((resolve) => {
    const look = () => sessionStore.getState().customer !== undefined
    if (look()) return resolve()
    const stop = sessionStore.subscribe(() => {
      if (!look()) return
      stop()
      resolve()
    })
  })

/** The member, null for a guest, undefined while not known yet. */
export const useCustomer = () => useStore(sessionStore, (state) => state.customer)
