import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { download } from '../../download.ts'
import { type DocumentType, documentPath, type Wording } from './document-path.ts'

const names: Record<DocumentType, string> = {
  receipt: '領収書',
  'delivery-slip': '納品書',
  'return-invoice': '適格返還請求書',
}

/** Fetches and saves a document of an order. */
export function useDocument(order_no: string, type: DocumentType) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  /** Returns whether it was saved. */
  async function save(wording?: Wording): Promise<boolean> {
    setPending(true)
    setError(null)
    try {
      await download(documentPath(order_no, type, wording), `${names[type]}_${order_no}.pdf`)
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
