import { useState } from 'react'
import { readFormDraft, writeFormDraft } from '../../../state/form-draft.ts'
import { useCustomer } from '../../../state/session.ts'
import { browserStorage } from '../../../state/storage.ts'

const none = { reason: '', detail: '' }

/** 解約理由 as it is being filled in; it outlives a closed dialog and a reload. */
export function useCancelDraft(id: number) {
  const key = { name: `cancel.${id}`, customer_id: useCustomer()?.id ?? 0 }
  const [values, setValues] = useState(() => ({ ...none, ...readFormDraft(browserStorage(), key, Date.now()) }))
  return {
    values,
    change: (changed: Partial<typeof none>) => {
      const now = { ...values, ...changed }
      setValues(now)
      writeFormDraft(browserStorage(), key, now, Date.now())
    },
    forget: () => {
      setValues(none)
      writeFormDraft(browserStorage(), key, null, Date.now())
    },
  }
}
