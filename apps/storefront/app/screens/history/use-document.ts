import { ApiError } from '@kushi/contract/client'
import { DOCUMENT_NAME, type DocumentType } from '@kushi/values/document'
import { useState } from 'react'
import { download } from '../../download.ts'
import { documentPath, type Wording } from './document-path.ts'

/** Fetches and saves a document of an order. */
export function useDocument(order_no: string, type: DocumentType) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  /** Returns whether it was saved. */
  async function save(wording?: Wording): Promise<boolean> {
    setPending(true)
    setError(null)
    try {
      await download(documentPath(order_no, type, wording), `${DOCUMENT_NAME[type]}_${order_no}.pdf`)
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status !== 401) setError(failure)
      return false
    } finally {
      setPending(false)
    }
  }
  return { save, isPending, error }
}
