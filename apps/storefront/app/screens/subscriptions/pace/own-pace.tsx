import { ApiError } from '@kushi/contract/client'
import type { Pace } from '@kushi/contract/subscription'
import type { PaceAnswer } from '@kushi/values/pace'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Refusal } from '../manage/refusal.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { PaceCard } from './pace-card.tsx'

/** お手元の残り of a subscription, on the member's own page. */
export function OwnPace(managed: ManagedSubscription) {
  const { id, version, can } = managed.subscription
  const change = useChange(managed)
  const [answered, setAnswered] = useState<{ version: number; pace: Pace | null } | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const params = { id }
  const { data } = useAnswer(can.answer_rest ? `${id} ${version}` : null, (signal) =>
    quietApi('GET /v1/order/subscription/{id}/pace', { params }, { signal }),
  )
  const pace = answered?.version === version ? answered.pace : data?.pace
  if (!can.answer_rest || !pace) return null
  const sendAnswer = async (rest_answer?: PaceAnswer, product_sku_id?: number) => {
    setAsking(true)
    setErrorMessage(null)
    try {
      const after = await quietApi('POST /v1/order/subscription/{id}/pace/answer', {
        params,
        body: { ...(rest_answer && { rest_answer, product_sku_id }) },
      })
      setAnswered({ version, pace: after.pace })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrorMessage(error.message)
    } finally {
      setAsking(false)
    }
  }
  return (
    <section aria-label="お手元の残り" className="grid gap-3 border-t border-line pt-4">
      <PaceCard
        pace={pace}
        isPending={isAsking || change.isPending}
        onAnswer={(answer, product_sku_id) => void sendAnswer(answer, product_sku_id)}
        onAsk={() => void sendAnswer()}
        onAccept={({ pace_kind, label, payment_total: shown_payment_total }) =>
          void change.run(
            () =>
              quietApi('PATCH /v1/order/subscription/{id}/pace', {
                params,
                body: { pace_kind, version, shown_payment_total },
              }),
            () => doneOutcome(`${label}ように変更しました。`),
          )
        }
        onUndo={() =>
          void change.run(
            () => quietApi('PATCH /v1/order/subscription/{id}/pace/undo', { params, body: { version } }),
            () => doneOutcome('元のお届けに戻しました。'),
          )
        }
      />
      {errorMessage && (
        <Notice tone="danger" role="alert">
          {errorMessage}
        </Notice>
      )}
      <Refusal change={change} />
    </section>
  )
}
