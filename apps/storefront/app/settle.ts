import { ApiError } from '@kushi/contract/client'

/** What a client loader brings: the answer, or why there is none. The screen says it in its own place. */
export type Settled<T> = { data: T; error: null } | { data: null; error: ApiError }

/** Awaits a call in a client loader without throwing: the surroundings of the screen stay, whatever happens. */
export async function settle<T>(answer: Promise<T>): Promise<Settled<T>> {
  try {
    return { data: await answer, error: null }
  } catch (error) {
    return { data: null, error: error instanceof ApiError ? error : new ApiError(0) }
  }
}
