import { useState } from 'react'
import { readFormDraft, withChanges, writeFormDraft } from '../../state/form-draft.ts'
import { useCustomer } from '../../state/session.ts'
import { browserStorage } from '../../state/storage.ts'
import type { Wording } from './document-path.ts'

/** 宛名 and 但し書き as they were written the last time: most people want the same ones again. */
export function useWording(own: string) {
  const customer_id = useCustomer()?.id ?? 0
  const key = { name: 'receipt', customer_id }
  const [wording, setWording] = useState<Wording>(() =>
    withChanges({ name: own, proviso: '' }, readFormDraft(browserStorage(), key, Date.now()) ?? {}),
  )
  return { wording, setWording, keepWording: () => writeFormDraft(browserStorage(), key, wording, Date.now()) }
}
