import { useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * What a loader brought, and what a change answered since: that stands at once, while the loader is asked for what else has
 * moved with it. Where the loader fails then, what stood there stays.
 */
export function useShown<T>(loaded: T | null): [shown: T | null, show: (after: T) => void] {
  const { revalidate } = useRevalidator()
  const [kept, setKept] = useState({ loaded, shown: loaded })
  if (loaded !== null && loaded !== kept.loaded) setKept({ loaded, shown: loaded })
  return [
    loaded !== null && loaded !== kept.loaded ? loaded : kept.shown,
    (shown) => {
      setKept((before) => ({ ...before, shown }))
      void revalidate()
    },
  ]
}
