import { ApiError } from '@kushi/contract/client'
import { leaveSession, requestHeaders } from './api.ts'
import { saveFile } from './save-file.ts'

/** A PDF with its Japanese font may take long on a slow network. */
const TIMEOUT_MS = 60_000

/** The file name from the server; `fallbackName` if it sends none. */
export function fileNameOf(disposition: string | null, fallbackName: string): string {
  const utf8Name = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const asciiName = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1]
  try {
    return utf8Name ? decodeURIComponent(utf8Name) : (asciiName ?? fallbackName)
  } catch {
    return asciiName ?? fallbackName
  }
}

async function fetchFile(path: string): Promise<{ file: Blob; disposition: string | null }> {
  const answer = await fetch(path, { headers: requestHeaders(), signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) {
    const body = (await answer.json().catch(() => null)) as { meta?: object } | null
    throw new ApiError(answer.status, body?.meta)
  }
  return { file: await answer.blob(), disposition: answer.headers.get('content-disposition') }
}

/**
 * Fetches a file that only its member may access, and saves it as a download. A plain link can't, because the token is
 * in a header. @throws ApiError; after a 401 it has already started the navigation to the login screen
 */
export async function download(path: string, fallbackName: string): Promise<void> {
  const { file, disposition } = await fetchFile(path).catch((error: unknown) => {
    const failure = error instanceof ApiError ? error : new ApiError(0)
    if (failure.status === 401) leaveSession()
    throw failure
  })
  saveFile(file, fileNameOf(disposition, fallbackName))
}
