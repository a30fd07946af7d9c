import { useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * The data of a loader, replaced by the response of a change. The response is shown at once, while the loader reloads
 * the rest. If the loader fails then, the shown data stay.
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
