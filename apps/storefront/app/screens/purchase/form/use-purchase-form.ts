import { useEffect, useRef } from 'react'
import { type FieldErrors, type Resolver, set, useForm } from 'react-hook-form'
import { usePasswordLength } from '../../../shell/use-shell.ts'
import { type PurchaseDraft, readDraft, writeDraft } from '../../../state/purchase-draft.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { registerStore } from '../../../state/register.ts'
import { browserStorage } from '../../../state/storage.ts'
import { today } from '../../../today.ts'
import { purchaseFailures } from './purchase-failures.ts'
import type { PurchaseForm } from './purchase-form.ts'
import { toPattern } from './to-pattern.ts'

interface UsePurchaseForm {
  kind: PurchaseKind
  isMember: boolean
  draft: PurchaseDraft
  email: string
}

/** The form of the purchase. Everything but password and agreement is kept on this device while it is typed. */
export function usePurchaseForm({ kind, isMember, draft, email }: UsePurchaseForm) {
  const length = usePasswordLength()
  const resolver: Resolver<PurchaseForm> = (values) => {
    const failures = purchaseFailures(values, { isMember, isPeriodic: kind === 'periodic', today: today(), length })
    if (failures.length === 0) return { values, errors: {} }
    const errors: FieldErrors<PurchaseForm> = {}
    for (const { path, message } of failures) set(errors, path, { type: 'rule', message })
    return { values: {}, errors }
  }
  const form = useForm<PurchaseForm>({
    mode: 'onTouched',
    resolver,
    shouldFocusError: false,
    defaultValues: { ...draft, email, password: '', password_confirm: '', agreed: false },
  })
  useKeepDraft(kind, isMember, form)
  return form
}

/**
 * Writes the draft down soon after every change, and at once when the page goes away. A draft that was forgotten meanwhile,
 * by a logout in the menu, is not written again when the form leaves the screen.
 */
function useKeepDraft(kind: PurchaseKind, isMember: boolean, form: ReturnType<typeof useForm<PurchaseForm>>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const storage = browserStorage()
    let isChanged = false
    let isWritten = readDraft(storage, kind) !== null
    const save = () => {
      clearTimeout(timer.current)
      if (!isChanged || (isWritten && readDraft(storage, kind) === null)) return
      isChanged = false
      isWritten = true
      const values = form.getValues()
      writeDraft(storage, kind, values)
      if (!isMember) registerStore.setState(({ customer }) => ({ customer: { ...customer, email: values.email } }))
      const delivery_pattern = kind === 'periodic' ? toPattern(values.pattern) : null
      if (delivery_pattern) registerStore.setState({ delivery_pattern })
    }
    const soon = () => {
      isChanged = true
      clearTimeout(timer.current)
      timer.current = setTimeout(save, 300)
    }
    const { unsubscribe } = form.watch(soon)
    window.addEventListener('pagehide', save)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [kind, isMember, form])
}
