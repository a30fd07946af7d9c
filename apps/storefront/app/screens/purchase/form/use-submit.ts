import { ApiError } from '@kushi/contract/client'
import type { OrderDraft } from '@kushi/contract/order'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { quietApi } from '../../../api.ts'
import { cardInHand, keepCardInHand } from '../../../payment/card-in-hand.ts'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import type { CartEntry } from '../../../state/cart-items.ts'
import { NEW_CARD, writeDraft } from '../../../state/purchase-draft.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import { checkAmazon } from './check-amazon.ts'
import { focusFirstError } from './focus-first-error.ts'
import type { FormFailure, PurchaseForm } from './purchase-form.ts'
import { registerMember } from './register-member.ts'
import { saveAddress } from './save-address.ts'
import { orderFailures, registrationFailures } from './server-failures.ts'
import { type Buyer, shippingAddress } from './to-address.ts'
import { toOrderDraft } from './to-order-draft.ts'

interface UseSubmit {
  kind: PurchaseKind
  form: UseFormReturn<PurchaseForm>
  cardForm: CardFormState
  items: readonly CartEntry[]
  buyer: Buyer
}

/** From the form to the confirmation: everything is checked before anybody is registered. */
export function useSubmit({ kind, form, cardForm, items, buyer }: UseSubmit) {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  /** What concerns no single field. */
  const [problem, setProblem] = useState<string | null>(null)

  const show = (failures: readonly FormFailure[], message: string | null) => {
    for (const { path, message } of failures) form.setError(path as 'email', { type: 'server', message })
    setProblem(failures.some(({ path }) => !path.startsWith('root')) ? null : message)
    focusFirstError()
  }

  /** null: something is missing or wrong, and it is shown. */
  async function checked(): Promise<PurchaseForm | null> {
    const isValid = await form.trigger()
    const values = form.getValues()
    const needsCard = values.payment === '1' && values.card === NEW_CARD && !cardInHand()
    const isCardValid = !needsCard || cardForm.validate()
    if (!isValid || !isCardValid) {
      focusFirstError()
      return null
    }
    if (!needsCard) return values
    const inHand = await cardForm.exchange()
    if (inHand) keepCardInHand(inHand)
    else focusFirstError()
    return inHand && values
  }

  async function orderOf(values: PurchaseForm): Promise<OrderDraft | null> {
    const shipping_address = shippingAddress(values, buyer)
    const draft = shipping_address && toOrderDraft(values, { kind, items, shipping_address })
    if (draft) return draft
    show([{ path: 'destination', message: 'お届け先を選び直してください。' }], null)
    return null
  }

  async function submit(): Promise<void> {
    setProblem(null)
    const values = await checked()
    if (!values) return
    const draft = await orderOf(values)
    if (!draft) return
    const amazonFailure = await checkAmazon(kind, draft)
    if (amazonFailure) return show([{ path: 'payment', message: amazonFailure }], null)
    try {
      const { problems } = await quietApi('POST /v1/order/validates-data', { body: draft })
      if (problems[0]) return show([], problems.map(({ message }) => message).join('\n'))
    } catch (error) {
      return refuse(error, (fields) => orderFailures(fields, values))
    }
    try {
      if (!buyer.customer) await registerMember(values)
      else if (values.save_address) form.setValue('destination', await saveAddress(values, buyer))
    } catch (error) {
      const ofAddress = (fields: ApiError['fields']) =>
        buyer.customer ? fields.map((one) => ({ ...one, path: `other.${one.path}` })) : registrationFailures(fields)
      const isUnanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      return refuse(error, ofAddress, isUnanswered ? 'もう一度押しても、二重に登録されることはありません。' : '')
    }
    writeDraft(browserStorage(), kind, form.getValues())
    await navigate(purchasePath(kind, 'confirm', true))
  }

  function refuse(error: unknown, toFailures: (fields: ApiError['fields']) => FormFailure[], more = ''): void {
    if (!(error instanceof ApiError)) throw error
    show(toFailures(error.fields), error.message + more)
  }

  return {
    isPending,
    problem,
    submit: async () => {
      if (isPending) return
      setPending(true)
      try {
        await submit()
      } finally {
        setPending(false)
      }
    },
  }
}
