import type { PaymentSheet } from '@kushi/values/payment-method'
import { useEffect, useState } from 'react'
import { loadSheet } from './load-sheet.ts'
import type { ReadySheet } from './payment-sheet.ts'

/** A sheet for the next press; undefined: it is being loaded, null: none is asked for, or it can't be loaded. */
export function useSheet(sheet: PaymentSheet | undefined): ReadySheet | null | undefined {
  const [loaded, setLoaded] = useState<{ loadedSheet: PaymentSheet; ready: ReadySheet | null }>()
  useEffect(() => {
    if (!sheet) return
    let isGone = false
    const show = (ready: ReadySheet | null) => isGone || setLoaded({ loadedSheet: sheet, ready })
    loadSheet(sheet).then(show, () => show(null))
    return () => {
      isGone = true
    }
  }, [sheet])
  if (!sheet) return null
  return loaded?.loadedSheet === sheet ? loaded.ready : undefined
}
