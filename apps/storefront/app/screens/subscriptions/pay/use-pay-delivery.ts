import { ApiError } from '@kushi/contract/client'
import type { PayLink, PayLinkMethod } from '@kushi/contract/subscription'
import { isCardPayment } from '@kushi/values/payment-method'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { bareApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
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

  async function send({ payment_method_id, payment_total }: PayLinkMethod): Promise<boolean> {
    const entered = isCardPayment(payment_method_id)
    const card = entered && cardForm.validate() ? await cardForm.exchange() : null
    if (entered && !card) return false
    const { redirect_url } = await bareApi('POST /v1/order/subscription/pay', {
      body: {
        token,
        payment_method_id,
        card: card && { token: card.token },
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
    try {
      isLeaving = await send(method)
    } catch (error) {
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
    isPaying,
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
