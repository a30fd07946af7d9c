import type { ApiError } from '@kushi/contract/client'
import type { LineAccount } from '@kushi/contract/line'
import { createStore } from 'zustand/vanilla'

interface LineState {
  /** Who is logged in to LINE, as the server found out; null: not logged in, or not asked yet. */
  account: LineAccount | null
  /** Why the login by LINE was refused. */
  error: ApiError | null
  /** LINE's login is about to start by itself, and comes back to this path; null: it is not. */
  invited_to: string | null
}

/** Provider `line`, beside the session. Written by the login and by logout only. */
export const lineStore = createStore<LineState>(() => ({ account: null, error: null, invited_to: null }))
