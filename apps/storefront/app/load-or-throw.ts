import { ApiError } from '@kushi/contract/client'
import { data } from 'react-router'

/** Awaits a call in a loader. An error becomes the status of the page: 404 if not found, otherwise 503. */
export async function loadOrThrow<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
    throw data(null, { status: isMissing ? 404 : 503 })
  }
}
