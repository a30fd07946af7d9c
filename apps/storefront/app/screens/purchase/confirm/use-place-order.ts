import { ApiError } from '@kushi/contract/client'
import { isCardPayment, PAYMENT_METHOD, paymentMethodName, paymentSheetToOpen } from '@kushi/values/payment-method'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { focusFirstError } from '../../../form/focus-error.ts'
import { konbiniOf, orderFailures } from '../../../form/purchase.ts'
import { chosenCard, saveChosenCard } from '../../../payment/chosen-card.ts'
import { approveBySheet, isApproved } from '../../../payment/sheet/approve-by-sheet.ts'
import { useSheet } from '../../../payment/sheet/use-sheet.ts'
import { useCardForm } from '../../../payment/use-card-form.ts'
import { writeAmazon } from '../../../state/amazon-payment.ts'
import { orderKeyFor, writeOrderKey } from '../../../state/order-key.ts'
import { formPath } from '../../../state/page-purchase.ts'
import { NEW_CARD, writeDraft } from '../../../state/purchase-draft.ts'
import { purchasePath } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import { today } from '../../../today.ts'
import { focusCardNumber, NEW_CARD_HASH } from './card-retry.ts'
import { changesBetween } from './changes.ts'
import type { ConfirmData } from './load-confirm.ts'
import { type Outcome, refusalOf } from './outcome.ts'
import { shownText } from './shown-text.ts'
import { submitOrder } from './submit-order.ts'

/** The message above the button after a click that did not lead to another screen. */
export interface PlaceProblem {
  kind: Exclude<Outcome['kind'], 'redirect' | 'placed'> | 'sheet'
  message: string
}

/** 注文を確定する. Orders only once, even after a reload, a network failure or a double click. */
export function usePlaceOrder(data: ConfirmData) {
  const { kind, page, draft, order, assessed } = data
  const isOrderable = assessed !== null && assessed.problems.length === 0
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const storage = browserStorage()
  // The screen keeps its key while it is open. If another tab has completed the order, the server returns that order.
  const [key, setKey] = useState(() => orderKeyFor(storage, kind, JSON.stringify(order), page))
  const [isPlacing, setPlacing] = useState(false)
  const [problem, setProblem] = useState<PlaceProblem | null>(null)
  const [wantsNewCard, setWantsNewCard] = useState(draft.card === NEW_CARD || location.hash === NEW_CARD_HASH)
  // Never ticked in advance, and of these very words only.
  const [agreedText, setAgreedText] = useState<string | null>(null)
  const [shown_at, setShownAt] = useState(() => new Date().toISOString())
  const cardForm = useCardForm()
  // Points of another tab or a code may have made the order free.
  const sheetName = assessed ? paymentSheetToOpen(order.payment_method_id, assessed.summary) : undefined
  const sheet = useSheet(sheetName)
  const legal = useRef<HTMLDivElement>(null)
  const isBusy = useRef(false)
  const before = useRef(assessed)

  const renewKey = () => {
    writeOrderKey(storage, kind, null)
    const newKey = orderKeyFor(storage, kind, JSON.stringify(order), page)
    setKey(newKey)
    return newKey
  }

  // After a change of amounts the screen already shows the new ones. This states the differences.
  const compare = useEffectEvent((assessed: ConfirmData['assessed']) => {
    if (before.current && assessed && before.current !== assessed) {
      setShownAt(new Date().toISOString())
      const isNextDay = timestampToJapanDate(shown_at) !== today()
      const { payment_method_id } = order
      const changes = changesBetween(before.current, assessed, { isNextDay, payment_method_id })
      if (changes.length) setProblem({ kind: 'changed', message: changes.join('\n') })
    }
    before.current = assessed
  })
  useEffect(() => compare(assessed), [assessed])

  // The back button may restore this page from the cache, with a state from before the order continued.
  useEffect(() => {
    const reloadWhenRestored = (event: PageTransitionEvent) => event.persisted && location.reload()
    window.addEventListener('pageshow', reloadWhenRestored)
    return () => window.removeEventListener('pageshow', reloadWhenRestored)
  }, [])

  async function cardToPayWith() {
    if (!isCardPayment(order.payment_method_id)) return { card: null, key }
    if (!wantsNewCard) return { card: { card_seq: Number(draft.card) }, key }
    const isNewCard = chosenCard() === null
    if (isNewCard) {
      if (!cardForm.validate()) return null
      const exchanged = await cardForm.exchange()
      if (!exchanged) return null
      saveChosenCard(exchanged)
    }
    const chosen = chosenCard()
    if (!chosen) return null
    const card = { token: chosen.token, save_card: draft.save_card || kind === 'periodic' }
    // An order that waits at the card company continues with its first card. Another card needs a new order.
    return { card, key: isNewCard && key.order_no !== null ? renewKey() : key }
  }

  async function handle(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'redirect') return location.assign(outcome.url)
    if (outcome.kind === 'placed') {
      const to = `${purchasePath(kind, 'complete')}?order_no=${encodeURIComponent(outcome.order_no)}`
      return void (await navigate(to, { replace: true }))
    }
    if (outcome.kind === 'invalid') {
      const failures = orderFailures(outcome.fields, draft)
      if (failures.length) return void (await navigate(formPath(kind, true), { state: { failures }, replace: true }))
    }
    if (outcome.kind === 'declined' && !isCardPayment(order.payment_method_id)) {
      if (order.payment_method_id === PAYMENT_METHOD.amazon_pay) writeAmazon(storage, kind, null)
      // The form still has all input. The customer only has to choose another payment method.
      const failures = [{ path: 'payment', message: outcome.message }]
      return void (await navigate(formPath(kind, true), { state: { failures }, replace: true }))
    }
    if (outcome.kind === 'declined') {
      saveChosenCard(null)
      setWantsNewCard(true)
      writeDraft(storage, kind, { ...draft, card: NEW_CARD })
    }
    if (outcome.kind === 'declined' || outcome.kind === 'key_reused') renewKey()
    setProblem(outcome)
    if (outcome.kind === 'changed' || outcome.kind === 'refused') await revalidate()
    // The reason is shown above the card form, which the customer must fill in.
    if (outcome.kind === 'declined') focusCardNumber()
    else focusFirstError()
  }

  const { third_party_consent, second_way_consent } = draft
  const konbini_store = konbiniOf(draft)

  async function send(resume = false): Promise<void> {
    if (isBusy.current || !assessed) return
    isBusy.current = true
    setPlacing(true)
    setProblem(null)
    let isLeaving = false
    try {
      // Nothing may be waited for before: only the press itself may open it.
      const approved =
        sheetName && !resume
          ? await approveBySheet({
              purchase: { order, key: key.key, third_party_consent },
              sheet,
              payment_name: paymentMethodName(order.payment_method_id),
              total: assessed.summary.payment_total,
              afterClosed: '「注文を確定する」を押すと、もう一度お支払いいただけます。',
            })
          : null
      if (approved && !isApproved(approved)) {
        const { message, isRefused } = approved
        if (isRefused) return await handle({ kind: 'declined', message })
        setProblem({ kind: 'sheet', message })
        return focusFirstError()
      }
      const paid = resume ? { card: null, key } : await cardToPayWith()
      if (!paid) return focusFirstError()
      const text = shownText(legal.current?.innerText ?? '')
      const sent = submitOrder({
        kind,
        order,
        konbini_store,
        sheet_token: approved?.token,
        third_party_consent,
        second_way_consent,
        ad_consent_text: agreedText,
        assessed,
        shown_at,
        text,
        ...paid,
      })
      // A sheet stays open until it knows.
      sent.then(
        ({ kind }) => approved?.complete(kind === 'placed'),
        () => approved?.complete(false),
      )
      const outcome = await sent
      if (outcome.kind !== 'unanswered') approved?.forget?.()
      setKey((latest) => (outcome.kind === 'redirect' ? { ...latest, order_no: outcome.order_no } : latest))
      isLeaving = outcome.kind === 'redirect'
      await handle(outcome)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await handle(refusalOf(error))
    } finally {
      isBusy.current = isLeaving
      setPlacing(isLeaving)
    }
  }

  /** The order was not possible when the server last looked at it: asks again, because the goods may be back. */
  async function checkOrder(): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setPlacing(true)
    setProblem(null)
    try {
      await revalidate()
    } finally {
      isBusy.current = false
      setPlacing(false)
    }
    focusFirstError()
  }

  return {
    legal,
    cardForm,
    wantsNewCard,
    isPlacing: isPlacing || sheet === undefined,
    problem,
    agreedText,
    setAgreedText,
    send: () => void (isOrderable ? send() : checkOrder()),
    resume: () => void send(true),
  }
}
export type Placing = ReturnType<typeof usePlaceOrder>
