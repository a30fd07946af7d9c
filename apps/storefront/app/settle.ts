import { ApiError } from '@kushi/contract/client'

/** The result of a loader: data or an error, which the screen shows in its place. */
export type SettledResult<T> = { data: T; error: null } | { data: null; error: ApiError }

/** Awaits a call in a loader without throwing, so that the frame of the screen stays after an error. */
export async function settle<T>(answer: Promise<T>): Promise<SettledResult<T>> {
  try {
    return { data: await answer, error: null }
  } catch (error) {
    return { data: null, error: error instanceof ApiError ? error : new ApiError(0) }
  }
}
