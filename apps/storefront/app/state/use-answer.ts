import { ApiError } from '@kushi/contract/client'
import { useEffect, useRef, useState } from 'react'

export interface Answer<T> {
  /** The latest response; while the next call is in progress, the previous one. */
  data: T | undefined
  error: ApiError | null
  isLoading: boolean
  retry: () => void
}

/** Calls that a loader has started, each by the key that the screen has for it. */
export type PendingAnswers<T> = ReadonlyMap<string, Promise<T>>

interface UseAnswer<T> {
  /** Delay in milliseconds after a change before the call. */
  delay?: number
  /** Takes the place of the first call, if its key is there. Later calls are always made: an old answer is not reused. */
  prefetched?: PendingAnswers<T> | undefined
}

/** Calls the server whenever `key` changes; null: no call. For data that a screen needs during input. */
export function useAnswer<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  { delay = 0, prefetched }: UseAnswer<T> = {},
): Answer<T> {
  const [state, setState] = useState<{ key: string | null; data?: T; error: ApiError | null }>({
    key: null,
    error: null,
  })
  const [attempt, setAttempt] = useState(0)
  const isFirst = useRef(true)
  const latest = useRef(load)
  latest.current = load

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the call, `prefetched` only matters at first
  useEffect(() => {
    if (key === null) return
    const early = isFirst.current ? prefetched?.get(key) : undefined
    isFirst.current = false
    const stop = new AbortController()
    const answer = async () => {
      try {
        const data = await (early ?? latest.current(stop.signal))
        if (!stop.signal.aborted) setState({ key, data, error: null })
      } catch (error) {
        if (!stop.signal.aborted)
          setState((before) => ({ ...before, key, error: error instanceof ApiError ? error : new ApiError(0) }))
      }
    }
    const timer = setTimeout(answer, early ? 0 : delay)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, attempt, delay])

  return {
    data: key === null ? undefined : state.data,
    error: key !== null && state.key === key ? state.error : null,
    isLoading: key !== null && (state.key !== key || (state.data === undefined && !state.error)),
    retry: () => {
      setState((before) => ({ ...before, key: null, error: null }))
      setAttempt((count) => count + 1)
    },
  }
}
