import type { Address } from '@kushi/contract/address'
import type { Card } from '@kushi/contract/card'
import { ApiError } from '@kushi/contract/client'
import type { OrderDraft } from '@kushi/contract/order'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { quietApi } from '../../../api.ts'
import { addressOf, writeAddress } from '../../../form/address.ts'
import { type Codec, type FormFailure, fieldOf } from '../../../form/codec.ts'
import { showFailures } from '../../../form/errors.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { type Buyer, bookEntry, orderFailures, type Purchase, type PurchaseFields } from '../../../form/purchase.ts'
import { chosenCard, saveChosenCard } from '../../../payment/chosen-card.ts'
import type { CardFormState } from '../../../payment/use-card-form.ts'
import { accessToken } from '../../../state/access-token.ts'
import { readAmazon, writeAmazon } from '../../../state/amazon-payment.ts'
import { NEW_CARD, writeDraft } from '../../../state/purchase-draft.ts'
import { type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import { handOverLists } from '../from-form.ts'
import { registerMember } from './register-member.ts'

interface UseSubmit {
  kind: PurchaseKind
  form: UseFormReturn<PurchaseFields, unknown, Purchase>
  codec: Codec<PurchaseFields, Purchase>
  cardForm: CardFormState
  buyer: Buyer
  cards: readonly Card[] | null
  /** With which addresses and cards were loaded. */
  token: string | null
  /** A field is going to be preselected by an answer that is on its way. */
  isFilling: boolean
}

/**
 * Leads from the form to the confirmation. Checks everything before it registers a guest. A press that comes before the
 * last preselected field waits for it.
 */
export function useSubmit({ kind, form, codec, cardForm, buyer, cards, isFilling, ...loaded }: UseSubmit) {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const [isQueued, setQueued] = useState(false)
  /** An error that belongs to no single field. */
  const [problem, setProblem] = useState<string | null>(null)

  const show = (failures: readonly FormFailure[], message: string | null) => {
    setProblem(failures.some(({ path }) => !path.startsWith('root')) ? null : message)
    showFailures(form, failures)
  }

  /** Returns null if there are errors; they are shown. */
  async function checked(): Promise<Purchase | null> {
    const isValid = await form.trigger()
    const { payment, card } = form.getValues()
    const needsCard = payment === String(PAYMENT_METHOD.credit_card) && card === NEW_CARD && !chosenCard()
    const isCardValid = !needsCard || cardForm.validate()
    const exchanged = isValid && isCardValid && needsCard ? await cardForm.exchange() : null
    if (exchanged) saveChosenCard(exchanged)
    if (isValid && isCardValid && (!needsCard || exchanged)) return codec.safeParse(form.getValues()).data ?? null
    focusFirstError()
    return null
  }

  async function submit(): Promise<void> {
    setProblem(null)
    const { registration, order } = (await checked()) ?? {}
    if (!order) return
    const amazonFailure = await checkAmazon(kind, order)
    if (amazonFailure) return show([{ path: 'payment', message: amazonFailure }], null)
    const values = form.getValues()
    try {
      const { problems } = await quietApi('POST /v1/order/validates-data', { body: order })
      if (problems[0]) return show([], problems.map(({ message }) => message).join('\n'))
    } catch (error) {
      return refuse(error, (fields) => orderFailures(fields, values))
    }
    let { addresses } = buyer
    let { token } = loaded
    try {
      if (registration) {
        await registerMember(registration)
        token = accessToken()
      } else if (values.save_address && values.destination === String(DELIVERY_DESTINATION.other)) {
        const saved = await saveAddress(values, buyer)
        addresses = listWith(addresses, saved)
        form.setValue('destination', bookEntry(saved.id))
      }
    } catch (error) {
      const at = registration ? 'member' : 'other'
      const isUnanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      return refuse(
        error,
        (fields) => fields.map(({ path, message }) => ({ path: `${at}.${fieldOf(path)}`, message })),
        isUnanswered ? 'もう一度押しても、二重に登録されることはありません。' : '',
      )
    }
    writeDraft(browserStorage(), kind, form.getValues())
    await handOverLists({ addresses, cards, token }, async () => navigate(purchasePath(kind, 'confirm', true)))
  }

  function refuse(error: unknown, toFailures: (fields: ApiError['fields']) => FormFailure[], more = ''): void {
    if (!(error instanceof ApiError)) throw error
    show(toFailures(error.fields), error.message + more)
  }

  async function submitOnce(): Promise<void> {
    if (isPending) return
    setPending(true)
    try {
      await submit()
    } finally {
      setPending(false)
    }
  }

  const submitQueued = useEffectEvent(() => {
    setQueued(false)
    void submitOnce()
  })
  // The field's own effect has filled it in before, because it is further inside.
  useEffect(() => {
    if (isQueued && !isFilling) submitQueued()
  }, [isQueued, isFilling])

  return {
    isPending: isPending || isQueued,
    problem,
    submit: async () => (isFilling ? setQueued(true) : submitOnce()),
  }
}

/** The address book with an entry that may be in it already. */
export const listWith = (addresses: readonly Address[], saved: Address) => [
  ...addresses.filter(({ id }) => id !== saved.id),
  saved,
]

/** Adds the new address to the address book and returns its entry. An existing address is not added again. */
async function saveAddress(form: PurchaseFields, { addresses }: Buyer): Promise<Address> {
  const body = writeAddress(form.other)
  const wanted = JSON.stringify(addressOf(body))
  const known = addresses.find((address) => JSON.stringify(addressOf(address)) === wanted)
  return known ?? (await quietApi('POST /v1/common/address/new', { body }))
}

/**
 * Checks before the confirmation that the Amazon session is valid, and sends it the
 * delivery pattern. Returns the error, or null.
 */
async function checkAmazon(kind: PurchaseKind, draft: OrderDraft): Promise<string | null> {
  if (draft.payment_method_id !== PAYMENT_METHOD.amazon_pay) return null
  const storage = browserStorage()
  const chosen = readAmazon(storage, kind)
  if (!chosen) return 'Amazon Payのボタンを押して、Amazonのお支払い方法をお選びください。'
  try {
    await quietApi('PATCH /v1/common/payment/amazon/v2/checkout-sessions/{id}/update', {
      params: { id: chosen.checkout_session_id },
      body: { delivery_pattern: draft.delivery_pattern },
    })
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.error === 'BuyerSessionExpired') writeAmazon(storage, kind, null)
    return error.message
  }
}
