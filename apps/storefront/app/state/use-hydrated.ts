import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** false on the server and during hydration. Data that only this browser has are shown after that. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
