import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** false on the server and while the page is taken over: what only this browser knows is shown after that. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
