import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Codec } from '../../../form/codec.ts'
import { writePattern } from '../../../form/pattern.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { type PurchaseDraft, readDraft, writeDraft } from '../../../state/purchase-draft.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { registerStore } from '../../../state/register.ts'
import { browserStorage } from '../../../state/storage.ts'

interface UsePurchaseForm<Sent> {
  kind: PurchaseKind
  isMember: boolean
  codec: Codec<PurchaseFields, Sent>
  draft: PurchaseDraft
}

let carriedValues: PurchaseFields | null = null

/** Keeps what is never stored (password, agreement) while the form turns to the other kind of purchase. */
export const carryFormValues = (values: PurchaseFields) => {
  carriedValues = values
}

function takeCarriedValues(): PurchaseFields | null {
  const values = carriedValues
  carriedValues = null
  return values
}

/** The form of the purchase. All input except password and agreement is stored on this device. */
export function usePurchaseForm<Sent>({ kind, isMember, codec, draft }: UsePurchaseForm<Sent>) {
  const [before] = useState(takeCarriedValues)
  const { password = '', password_confirm = '' } = before?.member ?? {}
  const form = useForm<PurchaseFields, unknown, Sent>({
    mode: 'onTouched',
    resolver: zodResolver(codec),
    shouldFocusError: false,
    defaultValues: {
      ...draft,
      member: { ...draft.member, password, password_confirm },
      agreed: before?.agreed ?? false,
    },
  })
  useKeepDraft(kind, isMember, form)
  return form
}

/**
 * Stores the draft shortly after every change, and at once when the visitor leaves the page. If the draft was deleted
 * in the meantime by a logout in the menu, it is not stored again when the form unmounts.
 */
function useKeepDraft<Sent>(kind: PurchaseKind, isMember: boolean, form: UseFormReturn<PurchaseFields, unknown, Sent>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const storage = browserStorage()
    let isChanged = false
    let hasDraft = readDraft(storage, kind) !== null
    const save = () => {
      clearTimeout(timer.current)
      if (!isChanged || (hasDraft && readDraft(storage, kind) === null)) return
      isChanged = false
      hasDraft = true
      const values = form.getValues()
      writeDraft(storage, kind, values)
      if (!isMember)
        registerStore.setState(({ customer }) => ({ customer: { ...customer, email: values.member.email } }))
      const delivery_pattern = kind === 'periodic' ? writePattern(values.pattern) : null
      if (delivery_pattern) registerStore.setState({ delivery_pattern })
    }
    const saveSoon = () => {
      isChanged = true
      clearTimeout(timer.current)
      timer.current = setTimeout(save, 300)
    }
    const { unsubscribe } = form.watch(saveSoon)
    window.addEventListener('pagehide', save)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [kind, isMember, form])
}
