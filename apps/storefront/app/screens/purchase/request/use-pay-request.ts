import { ApiError } from '@kushi/contract/client'
import type { OrderRequest } from '@kushi/contract/order'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/focus-error.ts'
import { useCardForm } from '../../../payment/use-card-form.ts'
import { purchasePath } from '../../../state/purchase-kind.ts'
import { outcomeOf, refusalOf } from '../confirm/outcome.ts'
import { shownText } from '../confirm/shown-text.ts'
import { rememberRequest } from './stored-request.ts'

/** 注文を確定する with the entered card. The request number serves as the key, so that no click orders twice. */
export function usePayRequest({ request_no, draft, assessed }: OrderRequest) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const cardForm = useCardForm()
  const legal = useRef<HTMLDivElement>(null)
  const isBusy = useRef(false)
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [shown_at] = useState(() => new Date().toISOString())

  async function send(token: string): Promise<boolean> {
    const { summary, first_delivery_date, next_delivery_date, next_next_delivery_date, terms_version } = assessed!
    const placed = await quietApi('POST /v1/order/request/{request_no}/pay', {
      params: { request_no },
      body: {
        card: { token, save_card: false },
        shown: {
          payment_total: summary.payment_total,
          first_delivery_date,
          terms_version,
          shown_at,
          following_payment_total: summary.following?.payment_total ?? null,
          next_delivery_date,
          next_next_delivery_date,
          text: shownText(legal.current?.innerText ?? ''),
        },
      },
    })
    const outcome = outcomeOf(placed)
    if (outcome.kind === 'redirect') {
      rememberRequest({ order_no: outcome.order_no, request_no })
      location.assign(outcome.url)
      return true
    }
    if (outcome.kind === 'placed') {
      const complete = purchasePath(draft.is_subscription ? 'periodic' : 'normal', 'complete')
      await navigate(`${complete}?order_no=${encodeURIComponent(outcome.order_no)}`, { replace: true })
      return true
    }
    setProblem(outcome.message)
    return false
  }

  async function pay(): Promise<void> {
    if (isBusy.current || !assessed) return
    isBusy.current = true
    setPaying(true)
    setProblem(null)
    let isLeaving = false
    try {
      const card = cardForm.validate() ? await cardForm.exchange() : null
      isLeaving = card !== null && (await send(card.token))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const refusal = refusalOf(error)
      setProblem(refusal.message)
      if (refusal.kind === 'changed' || refusal.kind === 'refused') await revalidate()
    } finally {
      isBusy.current = isLeaving
      setPaying(isLeaving)
      if (!isLeaving) focusFirstError()
    }
  }

  return { legal, cardForm, isPaying, problem, pay: () => void pay() }
}
