import { ApiError } from '@kushi/contract/client'
import { data } from 'react-router'

/** Awaits a call in a loader; what fails becomes the page's status: 404 for what isn't there, else 503. */
export async function loadOrThrow<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 422)
    throw data(null, { status: isMissing ? 404 : 503 })
  }
}
