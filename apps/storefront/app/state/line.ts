import type { ApiError } from '@kushi/contract/client'
import type { LineAccount } from '@kushi/contract/line'
import { createStore } from 'zustand/vanilla'

interface LineState {
  /** LINE's framework is configured and loaded. */
  is_loaded: boolean
  /** The LINE account, verified by the server; null: not logged in to LINE, or not checked yet. */
  account: LineAccount | null
  /** Why the server rejected the login by LINE. */
  error: ApiError | null
  /** LINE's login is about to start automatically, and will return to this path; null: it is not. */
  invited_to: string | null
}

/** State of the provider `line`, separate from the session. Only login and logout write `account` and `error`. */
export const lineStore = createStore<LineState>(() => ({
  is_loaded: false,
  account: null,
  error: null,
  invited_to: null,
}))
