import type { PaymentSheet } from '@kushi/values/payment-method'
import { useEffect, useState } from 'react'
import { loadSheet } from './load-sheet.ts'
import type { ReadySheet } from './payment-sheet.ts'

/** A sheet for the next press; undefined: it is being loaded, null: it can't be. */
export function useSheet(sheet: PaymentSheet | undefined): ReadySheet | null | undefined {
  const [ready, setReady] = useState<ReadySheet | null>()
  useEffect(() => {
    if (!sheet) return
    let isGone = false
    const show = (loaded: ReadySheet | null) => isGone || setReady(loaded)
    loadSheet(sheet).then(show, () => show(null))
    return () => {
      isGone = true
    }
  }, [sheet])
  return ready
}
