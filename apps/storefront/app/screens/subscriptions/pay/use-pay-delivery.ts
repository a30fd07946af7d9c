import { ApiError } from '@kushi/contract/client'
import type { PayLink, PayLinkMethod } from '@kushi/contract/subscription'
import { isCardPayment, paymentSheetOf } from '@kushi/values/payment-method'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { approveBySheet, isApproved } from '../../../payment/sheet/approve-by-sheet.ts'
import type { SheetAnswer } from '../../../payment/sheet/payment-sheet.ts'
import { useSheet } from '../../../payment/sheet/use-sheet.ts'
import { useCardForm } from '../../../payment/use-card-form.ts'

/** The choice of a way, and the press. What became of it is what the page says when it is asked again. */
export function usePayDelivery(token: string, { delivery, methods }: PayLink) {
  const { revalidate } = useRevalidator()
  const cardForm = useCardForm()
  const isBusy = useRef(false)
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const [chosen, setChosen] = useState<{ id: PayLinkMethod['payment_method_id'] } | null>(null)
  const [consent, setConsent] = useState(false)
  const method = methods.find((one) => one.payment_method_id === (chosen ?? { id: undefined }).id) ?? null
  const isConsentMissing = Boolean(method?.consent_text) && !consent

  const sheetName = method ? paymentSheetOf(method.payment_method_id) : undefined
  const sheet = useSheet(sheetName)

  /** A sheet that is still open is told how it went, which the page says too: what is not known is not told as refused. */
  async function complete(approved: SheetAnswer): Promise<void> {
    const now = await bareApi('POST /v1/order/subscription/pay/show', { body: { token } }).catch(() => null)
    approved.complete(now?.state !== 'open')
  }

  async function send({ payment_method_id, payment_total }: PayLinkMethod, sheet_token?: string): Promise<boolean> {
    const newCard = isCardPayment(payment_method_id)
    const card = newCard && cardForm.validate() ? await cardForm.exchange() : null
    if (newCard && !card) return false
    const { redirect_url } = await bareApi('POST /v1/order/subscription/pay', {
      body: {
        token,
        payment_method_id,
        card: card && { token: card.token },
        ...(sheet_token && { sheet_token }),
        third_party_consent: consent,
        shown_payment_total: payment_total,
        shown_delivery_date: delivery!.delivery_date,
      },
    })
    if (redirect_url === null) await revalidate()
    else location.assign(redirect_url)
    return redirect_url !== null
  }

  async function pay(): Promise<void> {
    if (isBusy.current) return
    setTried(true)
    setProblem(null)
    if (!method || isConsentMissing) return focusFirstError()
    isBusy.current = true
    setPaying(true)
    let isLeaving = false
    let approved: SheetAnswer | null = null
    try {
      // Nothing may be waited for before: only the press itself may open it.
      if (sheetName) {
        const { payment_name, payment_total: total } = method
        const answer = await approveBySheet({ sheet, payment_name, total })
        if (!isApproved(answer)) return setProblem(answer.message)
        approved = answer
      }
      isLeaving = await send(method, approved?.token)
      if (approved) await complete(approved)
    } catch (error) {
      approved?.complete(false)
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      if (error.status === 409) await revalidate()
    } finally {
      isBusy.current = isLeaving
      setPaying(isLeaving)
      if (!isLeaving) focusFirstError()
    }
  }

  return {
    cardForm,
    isPaying: isPaying || sheet === undefined,
    problem,
    method,
    consent,
    setConsent,
    choose: (id: PayLinkMethod['payment_method_id']) => {
      setChosen({ id })
      setConsent(false)
    },
    isMethodMissing: hasTried && !method,
    isConsentMissing: hasTried && isConsentMissing,
    pay: () => void pay(),
  }
}
