import type { Subscription } from '@kushi/contract/subscription'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { quietApi } from '../../../api.ts'
import { focusFirstError } from '../../../form/errors.ts'
import { draftItems, draftPlace, GOODS, keepItem, readSubscriptionDraft } from '../../../form/subscription-draft.ts'
import { itemsWith, wantedItems, withItem } from '../../../form/subscription-items.ts'
import { toast } from '../../../state/toast.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { PricedProduct, PricedSku } from '../priced.ts'
import { firstChoice } from '../selection.ts'
import { addition } from './addition.ts'

/**
 * State of the choices for a subscription, with the price in its deliveries, and
 * the action that adds them to the draft.
 */
export function useAdding(product: PricedProduct, subscription: Subscription) {
  const navigate = useNavigate()
  const [sku, setSku] = useState<PricedSku | undefined>(() => firstChoice(product.skus))
  const [wanted, setQuantity] = useState(1)
  const [isOneTime, setOneTime] = useState(true)
  const [changes] = useState(() => draftItems(readSubscriptionDraft(subscription.id, draftPlace())))
  const shown = itemsWith(subscription, changes)
  const { change, there, max, quantity } = addition({ product, sku, shown, wanted, isOneTime })

  const items = change && wantedItems(itemsWith(subscription, withItem(subscription, changes, change)))
  const { data, error, isLoading, retry } = useAnswer(
    items ? JSON.stringify(items) : null,
    (signal) =>
      quietApi(
        'POST /v1/order/subscription/{id}/preview',
        { params: { id: subscription.id }, body: { items: items! } },
        { signal },
      ),
    { delay: 250 },
  )
  const priced = data?.after.subscription_order_item.find((item) => item.product_sku_id === sku?.id)

  function add() {
    if (!change || isLoading) return
    if (error || max < 1) return focusFirstError()
    keepItem(
      subscription,
      { ...change, added: change.added && { ...change.added, price: priced?.price ?? change.added.price } },
      draftPlace(),
    )
    toast('変更内容に追加しました。まだ確定していません', 'info')
    void navigate(`/mypage/subscriptions/${subscription.id}/edit`, { state: { at: GOODS } })
  }
  return { sku, setSku, quantity, setQuantity, isOneTime, setOneTime, there, max, priced, error, isLoading, retry, add }
}

export type Adding = ReturnType<typeof useAdding>
