import type { Customer } from '@kushi/contract/customer'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface SessionState {
  /** undefined until the first navigation has loaded it; null: a guest. */
  customer: Customer | null | undefined
  /** A subscription's payment failed: the menu shows it in red. */
  has_error_payment: boolean
  /** A subscription is not over: the menu shows 定期便 whatever the shop has set. */
  has_subscription: boolean
  /** The member clicked logout; the guard's last step does it. */
  is_leaving: boolean
}

/** The current member. Written by `auth.ts`, `load-user.ts` and `api.ts`; screens set it only to end a session. */
export const sessionStore = createStore<SessionState>(() => ({
  customer: undefined,
  has_error_payment: false,
  has_subscription: false,
  is_leaving: false,
}))

/** Resolves when it is known whether the visitor is a member. Before that, LINE may not be loaded either. */
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

/** The member; null: a guest; undefined: not known yet. */
export const useCustomer = () => useStore(sessionStore, (state) => state.customer)
