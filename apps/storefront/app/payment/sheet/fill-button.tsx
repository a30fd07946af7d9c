import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { toHiragana } from '@kushi/values/kana'
import { cardSheetOf, type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { readWrittenAddress } from '@kushi/values/written-address'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { PurchaseFields } from '../../form/purchase.ts'
import { paymentChoice } from '../../state/purchase-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import type { SheetContact } from './payment-sheet.ts'
import { useSheet } from './use-sheet.ts'

/** A new customer's fields by what a sheet knows; its way to pay is chosen with it. Nothing is charged. */
export function FillButton({ payment_method_id }: { payment_method_id: PaymentMethodId }) {
  const { getValues, setValue } = useFormContext<PurchaseFields>()
  const sheet = useSheet(cardSheetOf(payment_method_id))
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const name = paymentMethodName(payment_method_id)

  async function press(): Promise<void> {
    if (!sheet?.fillContact || isPending) return
    setPending(true)
    setProblem('')
    try {
      const contact = await sheet.fillContact()
      if (!contact) return
      const before = getValues('member')
      setValue('member', { ...before, ...memberFromContact(contact, before) }, { shouldDirty: true })
      setValue('destination', String(DELIVERY_DESTINATION.same_as_member))
      setValue('payment', paymentChoice(payment_method_id))
    } catch {
      setProblem(`${name}の画面を開けませんでした。下の欄にご入力ください。`)
    } finally {
      setPending(false)
    }
  }

  return (
    <div className="grid gap-1">
      <Button look="secondary" wide pending={isPending || sheet === undefined} onClick={() => void press()}>
        {`${name}の情報を使う`}
      </Button>
      <p aria-live="polite" className="text-sm text-danger">
        <ErrorText>{problem || undefined}</ErrorText>
      </p>
    </div>
  )
}

/** What the sheet does not know stays as it was typed. */
function memberFromContact(contact: SheetContact, before: PurchaseFields['member']): Partial<PurchaseFields['member']> {
  const { postal_code01, postal_code02, pref_id, ...read } = readWrittenAddress(contact)
  const contactFields = {
    ...read,
    kana01: toHiragana(contact.kana01),
    kana02: toHiragana(contact.kana02),
    email: before.email || contact.email,
    postal_code: postal_code01 + postal_code02,
    pref_id: pref_id === null ? '' : String(pref_id),
  }
  const isSamePerson = read.name01 === before.name01 && read.name02 === before.name02
  return Object.fromEntries(
    Object.entries(contactFields).filter(([field, value]) => value !== '' || (/^kana/.test(field) && !isSamePerson)),
  )
}
